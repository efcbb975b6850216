"""What people learn from: lessons."""
