"""``python -m engine COMMAND`` and ``congo-engine COMMAND``; see `engine.cli.main`."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from engine.system import preflight
from engine.system.status import print_status

BAD_INPUT, CANNOT_START = 2, 1


def main(prog: str = "congo-engine") -> int:
    """Run a command, or print in a sentence why that is not possible here; return the exit status.

    `prog` is the name under which the user started the program.
    """
    problem = preflight.python_problem(sys.version_info[:2])
    preflight.open_standard_files()
    preflight.leave_deleted_folder()
    preflight.keep_access_to_new_files()
    if problem is None:
        absent = preflight.missing(find_spec)
        problem = preflight.missing_problem(absent) if absent else preflight.numba_problem(find_spec)
    if problem is not None:
        print_status(problem)
        return CANNOT_START

    from engine.system.errors import UserError
    from engine.system.signals import INTERRUPTED, make_interruptible

    status = CANNOT_START
    try:
        make_interruptible()
        status = BAD_INPUT  # such as the name of weights in the environment
        from engine.cli import main as cli  # which takes a second

        return cli.main(prog=prog)
    except KeyboardInterrupt:  # before the command begins
        return INTERRUPTED
    except UserError as error:
        print_status(str(error))
        return status
    except Exception as error:
        return report_crash(error)


def report_crash(error: Exception) -> int:
    """Write a report of an error in the program, and print where it is; return the exit status."""
    import shlex

    from engine.system import crash

    print_status(crash.message(error, crash.write_report(error, shlex.join(sys.argv))))
    return CANNOT_START


if __name__ == "__main__":
    sys.exit(main("python -m engine"))
