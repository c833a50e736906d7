-- How far a buyer has got with a bought contact, and a line of theirs about it. The version is that of both: a change names
-- the one that it was made on.
alter table purchase
  add column status text not null default 'new' check (status in ('new', 'written', 'answered', 'agreed', 'bad')),
  add column note text not null default '' check (length(note) <= 200),
  add column version integer not null default 1;
