-- What the operator has changed, by whom and why. Append-only (db/code/public/audit.sql), and without anything personal: of
-- a person the number, of an address a keyed hash.
create table audit_entry (
  id           bigint generated always as identity primary key,
  at           timestamptz not null,
  -- the name that the operator gave, or that of the system's user
  actor        text not null,
  -- the command: 'users block'
  verb         text not null,
  subject_kind text not null,
  subject_id   text not null,
  reason       text,
  before       jsonb,
  after        jsonb
);
create index audit_entry_subject on audit_entry (subject_kind, subject_id);

-- A blocked person has no session and gets none. The kind of reason is what the person is told.
alter table person add column blocked_at timestamptz;
alter table person add column blocked_for text check (blocked_for in ('rules', 'security', 'payment'));
alter table person add check ((blocked_at is null) = (blocked_for is null));

-- A hidden channel is nowhere but in the lists of those who have bought it, until the operator shows it again.
alter table channel drop constraint channel_status_check;
alter table channel add constraint channel_status_check check (status in ('active', 'gone', 'hidden'));
-- A bit set of the facts that the operator has edited (EDITABLE in channels.sql.ts): neither imports nor the refresh change them.
alter table channel add column edited_facts integer not null default 0;
create index channel_operated on channel (id) where status = 'hidden' or edited_facts <> 0;
