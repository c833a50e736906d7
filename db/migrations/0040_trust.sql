-- What anybody may read of contacts and returned uses, counted every night. Cells that are too small are left out before a
-- row is written, so no copy of the database has them either. docs/evidence.md explains the figures.
create table trust_figures (
  -- the date in Moscow
  day     date primary key,
  figures jsonb not null,
  made_at timestamptz not null
);

-- Purchases of a month are found by it. They are written in the order of time, so an index of a few pages is enough.
create index reveal_created_at on reveal using brin (created_at);
