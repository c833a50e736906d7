-- What a person may prove beside the password. Who has an app or a passkey is asked for one at every login.

create table totp (
  person_id     integer primary key references person on delete cascade,
  -- sealed with a key that is derived from the application's secret
  secret_sealed text not null,
  -- the newest step of 30 seconds whose code was used: none counts twice
  last_step     bigint not null,
  created_at    timestamptz not null
);

create table passkey (
  id            bigint generated always as identity primary key,
  person_id     integer not null references person on delete cascade,
  -- as the browser names it, base64url
  credential_id text not null unique,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkey_of_person on passkey (person_id);

-- Ten of them, each good once, for who has lost the factor. Of each a keyed hash; a used one is gone.
create table recovery_code (
  person_id integer not null references person on delete cascade,
  code_hash bytea not null,
  primary key (person_id, code_hash)
);
