-- Channels by the words of their recent titles. docs/discovery.md explains the order.

-- How many channels the words of a topic may propose.
create function topic_read_max() returns integer
language sql immutable parallel safe
return 2000;

-- Words are most telling first: a channel is about one of its first words.
create function topic_telling() returns integer
language sql immutable parallel safe
return 6;

create type topic_query as (
  -- the words, rarest first, and about how many channels use each
  keys  integer[],
  uses  bigint[]
);

create function topic_query_of(typed integer[]) returns topic_query
language sql stable
as $$
  select (array_agg(t.key order by t.uses, t.n), array_agg(t.uses order by t.uses, t.n))::topic_query
  from (
    select k.key, k.n, coalesce((
      select round(w.channels * greatest(r.reltuples, 0) / s.channels)
      from topic_word w, topic_word s, pg_class r
      where w.key = k.key and s.key = 0 and r.oid = 'channel_recent'::regclass
    ), 0)::bigint as uses
    from unnest(typed) with ordinality k (key, n)
  ) t
$$;

create type topic_hit as (
  channel_id bigint,
  class      integer,
  -- what it is ordered by within its class; null until the filter is passed
  key        bigint
);

/*
  Channels whose titles have all words: class 1 when each is among the most telling ones of the channel, otherwise class 2.
  Null when they are too many to be read.
*/
create function topic_whole(q topic_query, read_max integer) returns topic_hit[]
language plpgsql stable
as $$
declare
  -- reading the entries of this many channels in the index takes as long as reading the channels
  entries_per_row constant integer := 30;
  hits topic_hit[];
begin
  if cardinality(q.keys) = 1 and q.uses[1] > 2 * read_max or q.uses[1] > entries_per_row * read_max then return null; end if;
  hits := array(
    select (channel_id, case when keys[:topic_telling()] @> q.keys then 1 else 2 end, null)::topic_hit
    from channel_recent where keys @> q.keys limit read_max + 1);
  return case when cardinality(hits) <= read_max then hits end;
end $$;

/*
  Channels whose titles have some of several words, by the rarest one of theirs: class 3 with the rarest of all, 4 with the
  next, and so on. Words that too many channels use tell nothing alone.
*/
create function topic_parts(q topic_query, read_max integer) returns topic_hit[]
language plpgsql stable
as $$
declare
  rare constant integer[] := array(
    select k.key
    from (select key, n, sum(greatest(uses, 1)) over (order by n) as read from unnest(q.keys, q.uses) with ordinality u (key, uses, n)) k
    where k.read <= read_max order by k.n);
begin
  return array(
    select (channel_id, (select 2 + min(n) from unnest(rare) with ordinality k (key, n) where keys @> array[k.key]), null)::topic_hit
    from channel_recent where keys && rare and not keys @> q.keys limit read_max);
end $$;

-- Those that pass the filter, with what orders them: by 'relevance' each class becomes two, of which the first has the channels
-- that can be written to; in another order there are those with all words, and then the others.
create function topic_suiting(hits topic_hit[], s search_query, sort text) returns topic_hit[]
language plpgsql stable
as $$
begin
  return array(
    select (
      h.channel_id,
      case when sort <> 'relevance' then case when h.class <= 2 then 1 else 2 end
        when search_is_reachable(e.has_contact, e.silence) then 2 * h.class - 1 else 2 * h.class end,
      case when sort = 'recent' then (select recency from search_order o where o.channel_id = e.channel_id) else e.rank end
    )::topic_hit
    from unnest(hits) h join search_entry e on e.channel_id = h.channel_id
    where search_suits(s, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence, e.rank));
end $$;

-- Channels that have all words and pass the filter, along the wanted order: for words of enough channels for some
-- to be always near. `reachable` takes only those that can be written to, or only the others; null takes all.
create function topic_walk(
  q topic_query, s search_query, by_recency boolean, reachable boolean, class integer, page integer, from_key bigint,
  from_id bigint, read_max integer
) returns search_found
language plpgsql stable
as $$
declare
  -- a channel along the ranks takes a quarter of the time of one that an index proposes
  walk_most constant integer := read_max * 4;
  result search_found;
begin
  select coalesce(array_agg(c.channel_id), '{}'), array_agg(class), array_agg(c.key) into result.ids, result.classes, result.keys
  from (
    select o.channel_id, o.key
    from (
      (select *, rank as key from search_order
        where not by_recency and (rank, channel_id) > (from_key, from_id) order by rank, channel_id limit walk_most)
      union all
      (select *, recency from search_order
        where by_recency and (recency, channel_id) > (from_key, from_id) order by recency, channel_id limit walk_most)
    ) o
    join channel_recent r on r.channel_id = o.channel_id
    where r.keys @> q.keys and (reachable is null or search_is_reachable(o.has_contact, o.silence) = reachable)
      and search_suits(s, o.content_types, o.audiences, o.country, o.language, o.has_contact, o.is_demo, o.silence, o.rank)
    order by o.key, o.channel_id limit page
  ) c;
  if cardinality(result.ids) < page then
    select o.key, o.channel_id into result.stop_key, result.stop_id
    from (
      (select rank as key, channel_id from search_order
        where not by_recency and (rank, channel_id) > (from_key, from_id)
        order by rank, channel_id offset walk_most - 1 limit 1)
      union all
      (select recency, channel_id from search_order
        where by_recency and (recency, channel_id) > (from_key, from_id)
        order by recency, channel_id offset walk_most - 1 limit 1)
    ) o;
    if found then result.stop_class := class; end if;
  end if;
  return result;
end $$;

-- The words of a query in a channel's titles, as they were written there, as a member of its JSON object.
create function topic_terms_json(q topic_query, channel bigint) returns text
language sql stable
as $$
  select ',"terms":' || coalesce(json_agg(r.words[k.at] order by k.at)::text, '[]')
  from channel_recent r, lateral (select array_position(r.keys, key) as at from unnest(q.keys) key) k
  where r.channel_id = channel and k.at is not null
$$;

/*
  A page of the channels whose recent titles have the words of a topic: by class, those
  that can be written to before the others of it, then by subscribers; or by 'subscribers' or 'recent' activity. Some of the words
  suffice when fewer than 20 channels have all. Words that too many channels have in common tell no classes.
*/
create function search_by_topic(
  typed integer[], want search_filter, paging search_paging, read_max integer default topic_read_max()
) returns search_page
language plpgsql
-- one plan for all values, along the indexes, whatever the current statistics say of the catalogue
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  sort constant text := paging.sort;
  page constant integer := paging.size;
  few constant integer := 20;
  -- by relevance, those that can be written to come first
  walks constant boolean[] := case when sort = 'relevance' then '{true,false}' else '{null}' end;
  lowest constant bigint := -9007199254740991;
  from_key bigint := coalesce(paging.after_key, lowest);
  from_id bigint := paging.after_id;
  q topic_query;
  s search_query := search_query_of('', '{}', '{}', want);
  hits topic_hit[];
  whole integer;
  total integer;
  found search_found;
  walked search_found;
  result search_page;
begin
  lock table search_entry, search_order in access share mode;
  q := topic_query_of(typed);
  hits := topic_whole(q, read_max);
  if hits is null then
    for class in greatest(paging.after_class, 1)..cardinality(walks) loop
      walked := topic_walk(q, s, sort = 'recent', walks[class], class, page + 1 - coalesce(cardinality(found.ids), 0), from_key,
        from_id, read_max);
      found.ids := found.ids || walked.ids;
      found.classes := found.classes || walked.classes;
      found.keys := found.keys || walked.keys;
      found.stop_class := walked.stop_class;
      found.stop_key := walked.stop_key;
      found.stop_id := walked.stop_id;
      exit when walked.stop_class is not null or cardinality(found.ids) > page;
      from_key := lowest;
      from_id := 0;
    end loop;
    -- about how many there are is known of a single word
    if cardinality(typed) = 1 and not s.is_filtered then total := least(q.uses[1], 1000000); end if;
  else
    hits := topic_suiting(hits, s, sort);
    whole := cardinality(hits);
    if cardinality(typed) > 1 and whole < few then hits := hits || topic_suiting(topic_parts(q, read_max), s, sort); end if;
    total := cardinality(hits);
    select array_agg(f.channel_id), array_agg(f.class), array_agg(f.key) into found.ids, found.classes, found.keys
    from (
      select * from unnest(hits) h
      where (h.class, h.key, h.channel_id) > (paging.after_class, from_key, from_id)
      order by h.class, h.key, h.channel_id limit page + 1
    ) f;
  end if;
  result := search_page_of(found.ids, found.classes, found.keys, page, total,
    array(select topic_terms_json(q, channel) from unnest(found.ids[:page]) with ordinality f (channel, n) order by n));
  result.total_is_estimate := hits is null and total is not null;
  if result.next_id is null and found.stop_key is not null then
    result.is_partial := true;
    result.next_class := found.stop_class;
    result.next_key := found.stop_key;
    result.next_id := found.stop_id;
  end if;
  return result;
end $$;
