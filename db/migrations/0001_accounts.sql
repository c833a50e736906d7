-- People, their sessions, and the short-lived secrets that prove an address.

create table person (
  id            integer generated always as identity primary key,
  -- trimmed and lower-cased by the server before it arrives here
  email         text not null unique check (email = lower(email) and length(email) <= 254),
  username      text not null,
  -- argon2id; null for people who only sign in through an identity provider
  password_hash text,
  is_sponsor    boolean not null default false,
  agreement_version text not null,
  agreed_at     timestamptz not null,
  consent_version text not null,
  consented_at  timestamptz not null,
  created_at    timestamptz not null
);

create table session (
  id           bigint generated always as identity primary key,
  person_id    integer not null references person on delete cascade,
  -- SHA-256 of the 256-bit token that only the cookie holds
  token_hash   bytea not null unique,
  csrf_token   text not null,
  user_agent   text not null default '',
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at   timestamptz not null
);
create index session_of_person on session (person_id);
create index session_expiry on session (expires_at);

-- Six-digit codes. One live code for an address and purpose; a new one replaces it,
-- but the day's count of codes is kept by the rate limits.
create table code (
  id            bigint generated always as identity primary key,
  email         text not null,
  purpose       text not null check (purpose in ('signIn', 'change', 'login')),
  code_hash     bytea not null,
  -- which browser asked for it: SHA-256 of the value of its own cookie
  browser_hash  bytea not null,
  -- the captcha solution that came with the request; sign-up must repeat it
  captcha_hash  bytea,
  tries_left    smallint not null check (tries_left >= 0),
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  -- when the final call succeeded with it; a check refuses it from then on
  used_at       timestamptz,
  unique (email, purpose)
);

-- Links in e-mails (password reset, account deletion): hashed, single use, bound to a purpose and a person.
create table link_token (
  token_hash bytea primary key,
  purpose    text not null check (purpose in ('reset', 'delete')),
  person_id  integer not null references person on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index link_token_of_person on link_token (person_id);

-- Solved captchas, until they expire, so that none is used twice.
create table solved_captcha (
  nonce      text primary key,
  expires_at timestamptz not null
);

-- Failed logins of an account, for the step-up after repeated failures.
create table login_failure (
  email      text not null,
  failed_at  timestamptz not null
);
create index login_failure_by_email on login_failure (email, failed_at);

-- Counters of calls: how many a key has made, and when it counts anew, in ms since 1970. Keys are keyed hashes.
create table rate_limit (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Keyed hashes of normalised addresses that already got a one-time gift (welcome uses, a promocode).
-- They outlive the account, so that deleting it and signing up again gives nothing twice.
create table gift_given (
  address_hash bytea not null,
  gift         text not null,
  given_at     timestamptz not null,
  primary key (address_hash, gift)
);
