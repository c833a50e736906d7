-- The orders of lists, and the ways to read a part of a list. docs/search.md explains them.

-- The position of a channel in the shuffle of a seed: the seed orders the blocks, and the channels within each block.
create function search_place(block integer, channel_id bigint, seed integer) returns bigint
language sql immutable parallel safe
return ((block * ((hashint4(seed) & 2047) * 2 + 1) + (hashint4(seed) >> 11)) & 4095)::bigint << 32
  | (hashint8extended(channel_id, seed) & 4294967295);

-- The block at a position of the shuffle; the inverse of what search_place does to blocks.
create function search_block_at(at integer, seed integer) returns integer
language plpgsql immutable parallel safe as $$
declare
  factor constant integer := (hashint4(seed) & 2047) * 2 + 1;
  inverse integer := factor;
begin
  -- Newton's method doubles the number of correct bits: 3, 6, 12
  for i in 1..2 loop
    inverse := inverse * ((2 - factor * inverse) & 4095) & 4095;
  end loop;
  return ((at - (hashint4(seed) >> 11)) & 4095) * inverse & 4095;
end $$;

-- A part of a list: its channels with their sort keys, how many pass in all if all were read, and where reading stopped at its
-- bound, if it did.
create type search_slice as (
  ids      bigint[],
  keys     bigint[],
  total    integer,
  stop_key bigint,
  stop_id  bigint
);

-- Reads all channels that pass, by the index of facets or of ranks (`way`), and sorts them.
create function search_read_all(
  want search_filter, sort text, seed integer, shifts integer[], way text, page integer, after_key bigint, after_id bigint
) returns search_slice
language plpgsql stable
as $$
declare
  result search_slice;
  facets constant tsquery := search_facet_query(want);
  ranks record;
begin
  select r.* into ranks from search_ranks(range_merge(want.subscribers)) r;
  select array_agg(channel_id order by key, channel_id), array_agg(key order by key, channel_id), max(passed)
  into result.ids, result.keys, result.total
  from (
    select * from (
      select m.channel_id, m.key, count(*) over () as passed from (
        select e.channel_id, case sort when 'subscribers' then e.rank when 'recent' then o.recency
          when 'mix' then search_place(e.block, e.channel_id, seed) >> shifts[e.tier + 1]
          else search_place(e.block, e.channel_id, seed) end as key
        from search_entry e
        left join search_order o on sort = 'recent' and o.channel_id = e.channel_id
        where way = 'facets' and search_facets(e.tier, e.content_types, e.audiences, e.country, e.language, e.has_contact,
            e.is_demo, e.silence) @@ facets
          and (want.subscribers is null or want.subscribers @> search_subscribers(e.rank))
        union all
        select o.channel_id, case sort when 'subscribers' then o.rank when 'recent' then o.recency
          when 'mix' then search_place(e.block, e.channel_id, seed) >> shifts[e.tier + 1]
          else search_place(e.block, e.channel_id, seed) end
        from search_order o
        left join search_entry e on sort in ('shuffle', 'mix') and e.channel_id = o.channel_id
        where way = 'ranks' and o.rank > ranks.above and o.rank <= ranks.upto
          and want.subscribers @> search_subscribers(o.rank)
          and search_admits(want.content_types, want.audiences, want.countries, want.language, want.has_contact,
            want.real_only, want.silence, o.content_types, o.audiences, o.country, o.language, o.has_contact, o.is_demo,
            o.silence)
      ) m
    ) passing
    where (key, channel_id) > (after_key, after_id)
    order by key, channel_id limit page
  ) first;
  return result;
end $$;

-- Follows the order 'subscribers', 'recent' or 'shuffle' until the page is full or `bound` index entries are read.
create function search_walk(
  want search_filter, sort text, seed integer, page integer, after_key bigint, after_id bigint, bound integer
) returns search_slice
language plpgsql stable
as $$
declare
  result search_slice;
  -- the end of the bigints in JavaScript, and of all ids
  last_id constant bigint := 9007199254740991;
  in_tiers constant integer := search_tiers(want.subscribers);
  border constant integer := search_border_tiers(want.subscribers);
  tiers constant smallint[] := array(select tier from generate_series(0, 25) tier where in_tiers >> tier & 1 = 1);
  part record;
  ranks record;
  read integer;
begin
  if sort = 'subscribers' then
    for ranks in
      select r.* from unnest(coalesce(want.subscribers, '{(,)}')) range, search_ranks(range) r order by r.above
    loop
      -- a single lower bound: with two, the index scan could start at the lower one
      if ranks.above >= after_key then
        after_key := ranks.above;
        after_id := last_id;
      end if;
      select array_agg(channel_id order by rank, channel_id) as ids, array_agg(rank order by rank, channel_id) as keys into part
      from (
        select channel_id, rank from (
          select * from search_order o
          where (o.rank, o.channel_id) > (after_key, after_id) and o.rank <= ranks.upto
          order by o.rank, o.channel_id limit bound
        ) o
        where search_admits(want.content_types, want.audiences, want.countries, want.language, want.has_contact, want.real_only,
          want.silence, o.content_types, o.audiences, o.country, o.language, o.has_contact, o.is_demo, o.silence)
        limit page - coalesce(cardinality(result.ids), 0)
      ) found;
      result.ids := result.ids || part.ids;
      result.keys := result.keys || part.keys;
      exit when cardinality(result.ids) >= page;
      select count(*) into read from (
        select from search_order o
        where (o.rank, o.channel_id) > (after_key, after_id) and o.rank <= ranks.upto limit bound) o;
      if read = bound then
        select o.rank, o.channel_id into result.stop_key, result.stop_id from search_order o
        where (o.rank, o.channel_id) > (after_key, after_id) and o.rank <= ranks.upto
        order by o.rank, o.channel_id offset bound - 1 limit 1;
        exit;
      end if;
      bound := bound - read;
    end loop;

  elsif sort = 'recent' then
    select array_agg(channel_id order by recency, channel_id), array_agg(recency order by recency, channel_id)
    into result.ids, result.keys
    from (
      select channel_id, recency from (
        select * from search_order o
        where (o.recency, o.channel_id) > (after_key, after_id)
        order by o.recency, o.channel_id limit bound
      ) o
      where search_admits(want.content_types, want.audiences, want.countries, want.language, want.has_contact, want.real_only,
          want.silence, o.content_types, o.audiences, o.country, o.language, o.has_contact, o.is_demo, o.silence)
        and (want.subscribers is null or want.subscribers @> search_subscribers(o.rank))
      limit page
    ) found;
    if coalesce(cardinality(result.ids), 0) < page then
      select o.recency, o.channel_id into result.stop_key, result.stop_id from search_order o
      where (o.recency, o.channel_id) > (after_key, after_id)
      order by o.recency, o.channel_id offset bound - 1 limit 1;
    end if;

  else
    -- block by block, in the order of the seed; a block that is begun is read to its end
    select array_agg(channel_id order by key, channel_id), array_agg(key order by key, channel_id)
    into result.ids, result.keys
    from (
      select channel_id, key from (
        select e.channel_id, e.key, e.n from (
          select b.*, search_place(b.block, b.channel_id, seed) as key, step.n
          from generate_series(greatest(after_key >> 32, 0)::integer, 4095) with ordinality step (at, n)
          cross join lateral (
            select block, channel_id, tier, content_types, audiences, country, language, has_contact, is_demo, silence
            from search_entry where block = search_block_at(step.at, seed) and tier = any (tiers) offset 0
          ) b
          order by step.n fetch first bound rows with ties
        ) e
        where search_admits(want.content_types, want.audiences, want.countries, want.language, want.has_contact, want.real_only,
            want.silence, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence)
          and (e.key, e.channel_id) > (after_key, after_id)
          and (border >> e.tier & 1 = 0 or exists (
            select from search_entry x where x.channel_id = e.channel_id and want.subscribers @> search_subscribers(x.rank)))
        order by e.n fetch first page rows with ties
      ) f
      order by key, channel_id limit page
    ) found;
    if coalesce(cardinality(result.ids), 0) < page then
      select (max(at) + 1) << 32, last_id into result.stop_key, result.stop_id from (
        select step.at::bigint as at
        from generate_series(greatest(after_key >> 32, 0)::integer, 4095) with ordinality step (at, n)
        cross join lateral (
          select from search_entry where block = search_block_at(step.at, seed) and tier = any (tiers)) b
        order by step.n fetch first bound rows with ties
      ) read
      having count(*) >= bound and max(at) < 4095;
      -- the place just before the next block
      result.stop_key := result.stop_key - 1;
    end if;
  end if;
  return result;
end $$;

-- A part of the list of channels that pass, after a position: sorted by 'subscribers' (rank), 'recent' (recency), 'shuffle'
-- (place) or 'mix' (search-mix.sql, with its `shifts`), then by id. `density` is the expected share of channels in the wanted
-- tiers that pass; it decides how much is read at once, never what is found.
create function search_list(
  want search_filter, density float8, sort text, seed integer, shifts integer[], way text, page integer, after_key bigint,
  after_id bigint, bound integer
) returns search_slice
language plpgsql stable
as $$
begin
  if way <> 'walk' then return search_read_all(want, sort, seed, shifts, way, page, after_key, after_id); end if;
  if sort = 'mix' then
    return search_walk_mix(want, density, seed, shifts, page, after_key, after_id, bound);
  end if;
  return search_walk(want, sort, seed, page, after_key, after_id, bound);
end $$;
