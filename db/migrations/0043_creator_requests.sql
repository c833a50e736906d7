-- What owners of addresses ask of the operator, by the page of their link or by other ways, with the day until which it must be
-- answered. Removed a year after the answer.
create table creator_request (
  id          bigint generated always as identity primary key,
  address     text not null check (address = lower(address)),
  kind        text not null check (kind in ('copy', 'source', 'correction', 'complaint', 'other')),
  text        text not null check (length(text) between 1 and 2000),
  language    text not null check (language in ('en', 'ru')),
  received_at timestamptz not null,
  -- a date in Moscow
  due_on      date not null,
  answered_at timestamptz
);
create index creator_request_open on creator_request (due_on) where answered_at is null;
