-- What this database was set up with: one row. The fingerprint says which secret its keyed hashes and sealed jobs need,
-- without saying it.
create table installation (
  is_the_only boolean primary key default true check (is_the_only),
  secret_fingerprint text not null
);
