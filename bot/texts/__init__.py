"""Every sentence and every theme, in each language, from data/."""
