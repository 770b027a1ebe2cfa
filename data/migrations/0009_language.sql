-- The language that a server's admins have chosen for tables and pings; NULL for the one that it has on Discord.

ALTER TABLE server_settings ADD COLUMN language TEXT;
