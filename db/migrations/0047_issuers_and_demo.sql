-- The OpenID Connect issuer whose account opened a session, for logging out there; null for every other way in.
alter table session add column issuer text;

-- Whether this database was set up for a demonstration, which loses everything each night. A database has one kind for good: null
-- until a server of a release that knows the difference has started on it.
alter table installation add column is_demo boolean;
-- The Moscow date of the last reset.
alter table installation add column demo_reset_on date;
