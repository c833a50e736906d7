-- What people say of the product: votes of sponsors, reviews; and the sponsors who are named.

create table vote (
  -- one person, one vote, for whichever feature
  person_id  integer primary key references person on delete cascade,
  feature    text not null check (feature in ('Dead channels Filtration', 'Recommendation System')),
  created_at timestamptz not null
);
create index vote_of_feature on vote (feature);

create table review (
  id         integer generated always as identity primary key,
  -- one review a person; null: the account was deleted, and with it who wrote this
  person_id  integer unique references person on delete set null,
  mark       smallint not null check (mark between 1 and 5),
  text       text not null check (length(text) between 1 and 2000),
  written_at timestamptz not null,
  -- set by the operator
  hidden_at  timestamptz
);

create table sponsor (
  id           integer generated always as identity primary key,
  name         text not null,
  url          text check (url ~ '^https?://'),
  -- roubles; only the order of the list shows it
  contribution integer not null default 0 check (contribution >= 0),
  -- when they agreed to be named
  agreed_at    timestamptz not null
);
create unique index sponsor_name on sponsor (lower(name));
