-- Walks along an order of all channels, for texts that match so many names that some are always near. They keep to a bound.

-- The rank at which a tier of subscribers begins.
create function search_tier_start(tier integer) returns bigint
language sql immutable parallel safe
return 1 - ('{0,10,20,50,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000,2000000,5000000,10000000,
  20000000,50000000,100000000,200000000,500000000}'::bigint[])[tier + 1];

-- The channels in these stages among the next `bound` ones by rank.
create function search_walk_ranks(
  q search_query, slips search_slip_plan, stages integer[], from_rank bigint, from_id bigint, enough integer, bound integer
) returns setof search_hit
language sql stable
as $$
  select c.channel_id, c.rank, null::smallint
  from (
    select * from search_order where (rank, channel_id) > (from_rank, from_id) order by rank, channel_id limit bound
  ) c
  join search_entry e on e.channel_id = c.channel_id
  where search_suits(q, c.content_types, c.audiences, c.country, c.language, c.has_contact, c.is_demo, c.silence, c.rank)
    and search_stage(e.channel_id, e.name_key, e.words, q, slips, null) = any (stages)
  order by c.rank, c.channel_id limit enough
$$;

-- Channels that match a text without a typo (class 1), from the last upload on.
create function search_walk_recent(q search_query, page integer, after_key bigint, after_id bigint, bound integer)
returns search_found
language plpgsql stable
as $$
#variable_conflict use_column
declare
  result search_found;
begin
  select coalesce(array_agg(f.channel_id), '{}'), coalesce(array_agg(f.recency), '{}') into result.ids, result.keys
  from (
    select o.channel_id, o.recency
    from (
      select * from search_order
      where (recency, channel_id) > (after_key, after_id) order by recency, channel_id limit bound
    ) o
    join search_entry e on e.channel_id = o.channel_id
    where search_passes(q.want, o.content_types, o.audiences, o.country, o.language, o.has_contact, o.is_demo, o.silence,
        o.rank)
      and search_stage(e.channel_id, e.name_key, e.words, q, null, null) <= 4
    order by o.recency, o.channel_id limit page
  ) f;
  result.classes := array_fill(1, array[cardinality(result.ids)]);
  if cardinality(result.ids) < page then
    select 1, recency, channel_id into result.stop_class, result.stop_key, result.stop_id
    from search_order
    where (recency, channel_id) > (after_key, after_id) order by recency, channel_id offset bound - 1 limit 1;
  end if;
  return result;
end $$;

-- The same block by block, in the order of the seed; a block that is begun is read to its end.
create function search_walk_shuffle(
  q search_query, seed integer, page integer, after_key bigint, after_id bigint, bound integer
) returns search_found
language plpgsql stable
as $$
#variable_conflict use_column
declare
  last_block constant integer := 4095;
  block_hits record;
  read integer := 0;
  result search_found;
begin
  result.ids := '{}';
  result.keys := '{}';
  for place in greatest(after_key >> 32, 0)..last_block loop
    select count(*) as read, array_agg(b.channel_id order by b.key, b.channel_id) filter (where b.is_hit) as ids,
      array_agg(b.key order by b.key, b.channel_id) filter (where b.is_hit) as keys
    into block_hits
    from (
      select e.channel_id, e.key, (e.key, e.channel_id) > (after_key, after_id)
        and search_passes(q.want, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence,
          e.rank)
        and search_stage(e.channel_id, e.name_key, e.words, q, null, null) <= 4 as is_hit
      from (
        select *, search_place(block, channel_id, seed) as key from search_entry where block = search_block_at(place, seed)
      ) e
    ) b;
    result.ids := result.ids || block_hits.ids;
    result.keys := result.keys || block_hits.keys;
    read := read + block_hits.read;
    exit when cardinality(result.ids) >= page;
    if read >= bound and place < last_block then
      -- the place just before the next block
      result.stop_class := 1;
      result.stop_key := ((place + 1)::bigint << 32) - 1;
      result.stop_id := 9007199254740991;
      exit;
    end if;
  end loop;
  result.ids := result.ids[:page];
  result.keys := result.keys[:page];
  result.classes := array_fill(1, array[cardinality(result.ids)]);
  return result;
end $$;
