"""What is measured and made before the program is shipped: the tables, and later the book and the tuning."""
