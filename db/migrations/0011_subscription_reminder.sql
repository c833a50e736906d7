-- Which end of a subscription a person was written about: once, however often the daily job runs.
create table subscription_reminder (
  person_id integer not null references person on delete cascade,
  last_date date not null,
  sent_at   timestamptz not null,
  primary key (person_id, last_date)
);
