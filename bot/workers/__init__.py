"""Long computing in a process of its own: pictures, and trials of home-made idols."""
