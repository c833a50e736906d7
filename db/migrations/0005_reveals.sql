-- A reveal is the paid right to see a channel's contact: once for a person and channel, for good.
-- Like the ledger that it belongs to, it is append-only and outlives the account.

create table reveal (
  person_id  integer not null,
  id         bigint generated always as identity,
  -- a channel that somebody paid for cannot be deleted, only merged (move_reveals) or marked as gone;
  -- null: it was merged into a channel that the same person had bought too
  channel_id bigint references channel,
  -- which contact was sold; contacts come and go, so this is no foreign key
  contact_id bigint not null,
  created_at timestamptz not null,
  primary key (person_id, id),
  unique (person_id, channel_id)
);
create index reveal_of_channel on reveal (channel_id);

alter table uses_entry add foreign key (person_id, reveal_id) references reveal (person_id, id);

create trigger reveal_fixed before update of person_id, id, contact_id, created_at on reveal
  for each row execute function refuse_ledger_change();
create trigger reveal_kept before delete on reveal
  for each row execute function refuse_ledger_delete();
create trigger reveal_not_truncated before truncate on reveal
  for each statement execute function refuse_ledger_change();

-- The record in the person's list. It can be deleted and made again; the reveal stays.
create table purchase (
  transaction_id integer generated always as identity primary key,
  person_id      integer not null references person on delete cascade,
  reveal_id      bigint not null,
  -- name and picture as they were when the record was made
  channel_name   text not null,
  thumbnail_url  text,
  -- when POST /purchase handed it over
  handed_over_at timestamptz,
  created_at     timestamptz not null,
  unique (person_id, reveal_id),
  foreign key (person_id, reveal_id) references reveal (person_id, id)
);
create index purchase_of_person on purchase (person_id, transaction_id desc);

-- Whoever merges two channels calls this first, in the same transaction: what was bought of the one that goes is
-- bought of the one that stays. The locks make it wait for reveals that are under way, and those wait for the merge.
create function move_reveals(from_channel bigint, into_channel bigint) returns void language plpgsql as $$
begin
  perform from channel where id in (from_channel, into_channel) order by id for update;
  -- Who bought both keeps one record, and one of the two reveals no longer opens anything.
  update purchase set reveal_id = kept.id
    from reveal gone join reveal kept on kept.person_id = gone.person_id and kept.channel_id = into_channel
   where gone.channel_id = from_channel
     and purchase.person_id = gone.person_id and purchase.reveal_id = gone.id
     and not exists (select from purchase other where other.person_id = kept.person_id and other.reveal_id = kept.id);
  delete from purchase
   using reveal gone join reveal kept on kept.person_id = gone.person_id and kept.channel_id = into_channel
   where gone.channel_id = from_channel and purchase.person_id = gone.person_id and purchase.reveal_id = gone.id;
  update reveal set channel_id = null
   where channel_id = from_channel
     and exists (select from reveal kept where kept.person_id = reveal.person_id and kept.channel_id = into_channel);
  update reveal set channel_id = into_channel where channel_id = from_channel;
end $$;

-- A reveal holds `for key share` of the contact that it sells, which imports pass but this does not: so an objection that
-- was committed is seen by every later charge, and one that comes during a reveal waits until it is committed.
create function wait_for_reveals() returns trigger language plpgsql as $$
begin
  perform from contact where id = old.id for update;
  return new;
end $$;
create trigger contact_suppression_waits before update of suppressed_at on contact
  for each row when (old.suppressed_at is null and new.suppressed_at is not null) execute function wait_for_reveals();

-- Removes what was kept of a deleted account, when it need not be kept any longer. Refuses while the account exists.
create function purge_ledger(of_person integer) returns void language plpgsql as $$
begin
  if exists (select from person where id = of_person) then
    raise exception 'person % still has an account', of_person;
  end if;
  perform set_config('channelbook.purged_person', of_person::text, true);
  delete from uses_entry where person_id = of_person;
  delete from reveal where person_id = of_person;
  delete from uses_lot where person_id = of_person;
  perform set_config('channelbook.purged_person', '', true);
end $$;
