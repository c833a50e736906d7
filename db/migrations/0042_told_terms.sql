-- The newest version of the terms of which the person was told: at sign-up, or by the notice after a login.
alter table person add column told_terms text not null default '';
