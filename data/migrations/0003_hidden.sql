-- People who are on no board. Their results stand.

CREATE TABLE hidden (
    user_id INTEGER PRIMARY KEY
) STRICT;
