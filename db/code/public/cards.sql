-- Cards: each purchase has one, a merge of channels keeps what was noted on either, and their history is append-only.

-- Every channel in the list of purchases is a card, whatever put it there.
create or replace function add_card_of_purchase() returns trigger language plpgsql as $$
begin
  insert into card (holder_id, channel_id, added_at)
  select holder_id, channel_id, new.created_at from reveal where holder_id = new.holder_id and id = new.reveal_id
  on conflict do nothing;
  return null;
end $$;

create or replace trigger purchase_has_card after insert on purchase
  for each row execute function add_card_of_purchase();

-- Removes cards for which there is no reason: in no list, without a purchase, and never changed.
create or replace function drop_idle_cards(holder integer, channels bigint[]) returns void language sql as $$
  delete from card where holder_id = holder and channel_id = any(channels) and version = 1
    and not exists (
      select from list_card where list_card.holder_id = card.holder_id and list_card.channel_id = card.channel_id)
    and not exists (
      select from reveal join purchase on purchase.holder_id = reveal.holder_id and purchase.reveal_id = reveal.id
      where reveal.holder_id = card.holder_id and reveal.channel_id = card.channel_id)
$$;

-- A holder's own removal of a purchase; an account's deletion takes its cards as well.
create or replace function drop_card_of_purchase() returns trigger language plpgsql as $$
begin
  perform drop_idle_cards(old.holder_id, array(select channel_id from reveal where holder_id = old.holder_id and id = old.reveal_id));
  return null;
end $$;

create or replace trigger purchase_leaves_card after delete on purchase
  for each row when (pg_trigger_depth() = 0) execute function drop_card_of_purchase();

-- A step of move_reveals, which has locked both channels: cards of the channel that is removed go to the one that stays, with
-- their lists and history. Of two cards of a holder one stays, with what the other one says where it says nothing itself.
create or replace function move_cards(from_channel bigint, into_channel bigint) returns void language plpgsql as $$
begin
  -- In the order in which changes of several cards lock them.
  perform from card where channel_id in (from_channel, into_channel) order by holder_id, channel_id for update;
  insert into card (holder_id, channel_id, stage, note, tags, next_step_on, price, currency, owner_id, version, changed_at, actor_id, added_at)
  select holder_id, into_channel, stage, note, tags, next_step_on, price, currency, owner_id, version, changed_at, actor_id, added_at
    from card where channel_id = from_channel
  on conflict (holder_id, channel_id) do update set
    stage = case when card.stage = 'found' then excluded.stage else card.stage end,
    -- Two notes that do not fit into one are both in the history.
    note = case
      when excluded.note in ('', card.note) then card.note
      when card.note = '' then excluded.note
      when length(card.note || excluded.note) < 4000 then card.note || E'\n' || excluded.note
      else card.note end,
    tags = (select coalesce(array_agg(tag order by tag), '{}') from (
      select tag from (select distinct on (tag) tag, is_own from (
          select unnest(card.tags), true union all select unnest(excluded.tags), false) given (tag, is_own)
        order by tag, is_own desc) every_tag
      order by is_own desc, tag limit 20) kept),
    next_step_on = least(card.next_step_on, excluded.next_step_on),
    price = case when card.price is null then excluded.price else card.price end,
    currency = case when card.price is null then excluded.currency else card.currency end,
    owner_id = coalesce(card.owner_id, excluded.owner_id),
    version = case when excluded.version = 1 then card.version else greatest(card.version, excluded.version) + 1 end,
    changed_at = greatest(card.changed_at, excluded.changed_at),
    actor_id = case when excluded.changed_at is null or card.changed_at > excluded.changed_at then card.actor_id else excluded.actor_id end,
    added_at = least(card.added_at, excluded.added_at);
  insert into list_card (holder_id, list_id, channel_id, added_at)
  select holder_id, list_id, into_channel, added_at from list_card where channel_id = from_channel
  on conflict do nothing;
  update card_event set channel_id = into_channel where channel_id = from_channel;
  delete from card where channel_id = from_channel;
end $$;

create or replace function refuse_card_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history of cards is append-only: % refused', lower(tg_op);
end $$;

-- A merge moves events to the other channel, events go with their card, and a deleted account's number is erased.
create or replace trigger card_event_fixed before update of id, holder_id, kind, value, created_at on card_event
  for each row execute function refuse_card_event_change();
create or replace trigger card_event_kept before delete on card_event
  for each row when (pg_trigger_depth() = 0) execute function refuse_card_event_change();
create or replace trigger card_event_not_truncated before truncate on card_event
  for each statement execute function refuse_card_event_change();

-- A list gets the next number of its holder; none is given twice.
create or replace function number_list() returns trigger language plpgsql as $$
begin
  update holder set lists_made = lists_made + 1 where id = new.holder_id returning lists_made into new.id;
  return new;
end $$;

create or replace trigger list_numbered before insert on list
  for each row when (new.id = 0) execute function number_list();
