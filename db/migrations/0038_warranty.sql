-- What buyers report of contacts that did not work, and the uses that came back. docs/evidence.md explains the rules.

-- Why a contact is not sold, apart from its owner's objection; those who bought it still see it.
-- 'bounced': two buyers have shown that letters to it come back; 'stale': not seen and not confirmed for too long;
-- 'source': its source is switched off; 'paused': its owner wants no letters for a time
alter table contact
  add column withheld text[] not null default '{}' check (withheld <@ array['bounced', 'stale', 'source', 'paused']),
  -- when a buyer last showed that letters to it come back
  add column bounced_at timestamptz,
  -- when its owner last said that it is right
  add column confirmed_at timestamptz;

create table bad_contact_report (
  person_id   integer not null,
  id          bigint generated always as identity primary key,
  reveal_id   bigint not null,
  -- contacts come and go, so this is no foreign key
  contact_id  bigint not null,
  kind        text not null check (kind in ('bounced', 'no_mailbox', 'wrong_person', 'not_business')),
  -- what a mail server answered, without the letter that it answers; removed after 90 days
  evidence    text check (length(evidence) <= 8000),
  -- of the whole evidence, so that one that was shown before is known again
  digest      bytea,
  -- enhanced status code (RFC 3463)
  code        text,
  state       text not null check (state in ('credited', 'replaced', 'review', 'refused')),
  -- why it is in this state, one of a few words that dictionaries translate
  reason      text not null,
  reported_at timestamptz not null,
  -- null while it waits for the operator or a second report
  decided_at  timestamptz check ((state = 'review') = (decided_at is null)),
  -- a contact is reported once for a reveal
  unique (person_id, reveal_id, contact_id),
  foreign key (person_id, reveal_id) references reveal (person_id, id) on delete cascade
);
create index bad_contact_report_of_contact on bad_contact_report (contact_id);
create index bad_contact_report_open on bad_contact_report (id) where state = 'review';
create index bad_contact_report_evidence on bad_contact_report (reported_at) where evidence is not null;
-- The same evidence decides for nobody else.
create unique index bad_contact_report_digest on bad_contact_report (digest) where state in ('credited', 'replaced');

-- A use that came back: once for a reveal, whatever the cause. The lot of kind 'warranty' for 'reveal ID' gives it.
create table use_return (
  person_id   integer not null,
  reveal_id   bigint not null,
  cause       text not null check (cause in ('report', 'objection')),
  returned_at timestamptz not null,
  primary key (person_id, reveal_id),
  foreign key (person_id, reveal_id) references reveal (person_id, id) on delete cascade
);

alter table uses_lot drop constraint uses_lot_kind_check,
  add constraint uses_lot_kind_check check (kind in ('welcome', 'promocode', 'grant', 'package', 'day', 'warranty'));

-- Whose contact was withheld after its owner's objection is found by what was sold.
create index reveal_of_contact on reveal (contact_id);

-- That of the last login, for letters that no call of the person asks for.
alter table person add column language text not null default 'en' check (language in ('en', 'ru'));
