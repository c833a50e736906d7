-- Which browser a failed login came from (SHA-256 of its own cookie): a browser that a person has come in with before is asked
-- for a code only after failures of its own, so that nobody else's guesses stand in its way.
alter table login_failure add column browser_hash bytea;

-- Since when a newcomer waits for the welcome uses that a cap kept from them; null once they are given, or never were kept.
alter table person add column welcome_due_since timestamptz;
