"""The slash commands, built from tables: texts from the locale, choices from the rules.

Each class adds its commands to the tree and its verbs to the router; `app` lets Discord's calls through. They read from
`storage`, change games through `play` only, and answer through `messages`.
"""
