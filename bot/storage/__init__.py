"""What is stored, and where: one SQLite file, and everything that protects it."""
