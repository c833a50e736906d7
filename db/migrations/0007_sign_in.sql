-- Accounts at identity providers that open an account here. Known by issuer and subject alone: addresses change hands.
create table identity (
  -- without its scheme, which providers sometimes leave out
  issuer     text not null,
  subject    text not null,
  person_id  integer not null references person on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identity_of_person on identity (person_id);

-- Nonces of identity tokens that were used, until they expire, so that no token opens a session twice.
create table used_nonce (
  nonce_hash bytea primary key,
  expires_at timestamptz not null
);

-- Browsers that a person has come in with, so that a letter tells of a new one. Of the browser's own cookie only a hash.
create table known_browser (
  person_id    integer not null references person on delete cascade,
  browser_hash bytea not null,
  seen_at      timestamptz not null,
  primary key (person_id, browser_hash)
);
create index known_browser_seen on known_browser (seen_at);
