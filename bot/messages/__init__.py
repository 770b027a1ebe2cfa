"""How players are shown what happened: public tables, private hands, answers, and what Discord may refuse."""
