-- The functions of db/code in this database, and which releases use them (src/server/db/code.ts).
create table schema_code (
  -- 'public', or the schema of a release's own functions
  name    text primary key,
  -- of public: the hash of the files that were applied last, and the version of the program that did it
  hash    text,
  version text,
  -- of a release: when a server last said that it runs on them
  used_at timestamptz,
  check (case name when 'public' then num_nonnulls(hash, version) = 2 else used_at is not null end)
);

-- The functions that searches called in `public` stay for the servers of the release before, which still run during a rolling
-- upgrade. A migration of a later release drops them.
