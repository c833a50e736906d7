-- Whether mail can reach the domains of contacts, and what that says of each contact. docs/evidence.md explains it.

create table mail_domain (
  -- as the DNS spells it: lower case, punycode
  domain     text primary key,
  result     text not null check (result in ('ok', 'bad', 'cannot_tell')),
  -- what the DNS said, or why it said nothing
  detail     text not null check (detail in (
    'mx', 'address', 'null_mx', 'no_domain', 'no_mail', 'timeout', 'failure', 'refused', 'malformed')),
  -- who runs its mailboxes; null while that is not known
  provider   text,
  -- when that was found out
  checked_at timestamptz not null,
  -- when it was last asked: later than checked_at if nothing could be told then, and an earlier result is kept
  asked_at   timestamptz not null check (asked_at >= checked_at),
  -- since when every answer has been bad
  bad_since  timestamptz check (bad_since <= checked_at),
  check ((result = 'bad') = (bad_since is not null)),
  check ((result = 'cannot_tell') = (detail in ('timeout', 'failure', 'refused', 'malformed')))
);
create index mail_domain_asked_at on mail_domain (asked_at);

alter table contact
  -- since when every check has found that mail cannot reach it
  add column bad_since   timestamptz,
  -- no check is due before
  add column check_after timestamptz not null default '-infinity';
create index contact_check_after on contact (check_after) where suppressed_at is null;

-- How many contacts there are of each result, counted every hour; the metrics read it.
create table contact_check_count (
  verification text primary key,
  contacts     bigint not null check (contacts > 0),
  -- when the oldest of these results was found out
  oldest_at    timestamptz
);
