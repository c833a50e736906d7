-- The order 'mix': each page has channels of all sizes, until the sizes with few channels are used up.

/*
  The sizes are the ranges of subscribers that people choose from (SUBSCRIBER_RANGES in src/shared/rules/filters.ts; unknown
  numbers belong to the smallest). Each has its own shuffle, and these are merged. A place in the shuffle of all channels is a
  number of 44 bits; of a size with about 2^n channels it loses its last 24 - n bits. So every size has about one channel in
  2^20 keys, from key 0 until its channels are used up.
*/

create function search_mix_size(tier integer) returns integer
language sql immutable parallel safe
return width_bucket(tier, '{8,11,14,16,17,19,20,21}'::integer[]);

-- How many bits the places of each tier lose, from tier 0 on. `sampled` are the channels of each tier in this share of the
-- catalogue.
create function search_mix_shifts(sampled integer[], share float8) returns integer[]
language plpgsql immutable parallel safe
as $$
begin
  return array(
    select 24 - least(round(log(2, greatest(search_upper(
      sum(n) over (partition by search_mix_size(at::integer - 1)), share), 1)::numeric)), 24)::integer
    from unnest(sampled) with ordinality tier (n, at) order by at);
end $$;

-- Follows the mix until the page is full or about `bound` index entries are read. `shifts` are search_mix_shifts; for `density`
-- see search_list.
create function search_walk_mix(
  want search_filter, density float8, seed integer, shifts integer[], page integer, after_key bigint, after_id bigint, bound integer
) returns search_slice
language plpgsql stable
as $$
declare
  result search_slice;
  in_tiers constant integer := search_tiers(want.subscribers);
  border constant integer := search_border_tiers(want.subscribers);
  places constant bigint := 1::bigint << 44;
  from_key bigint := greatest(after_key, 0);
  width bigint;
  sizes record;
  part record;
  read float8 := 0;
begin
  -- with so much to spare that few pages need a second reading, which begins with the same blocks
  width := greatest(ceil((page + 2 * sqrt(page)) / density / (
    select greatest(count(distinct search_mix_size(tier)), 1) from generate_series(0, 25) tier
    where in_tiers >> tier & 1 = 1 and from_key < places >> shifts[tier + 1])), 1)::bigint << 20;
  loop
    -- the blocks in which each wanted size has these keys; a size with fewer channels than blocks is read as a whole
    loop
      select array_agg(low) as lows, array_agg(high) as highs, array_agg(shift) as shifts, array_agg(from_at) as from_at,
        array_agg(to_at) as to_at, array_agg(channels < blocks) as are_whole,
        sum(least(channels, blocks * greatest(channels / 4096.0, 1))) as read
      into sizes
      from (
        select *, to_at - from_at + 1 as blocks, 1 << 24 - shift as channels from (
          select min(tier) as low, max(tier) as high, shift, (from_key << shift) >> 32 as from_at,
            ((least(from_key + width, places >> shift) << shift) - 1) >> 32 as to_at
          from (
            select tier, search_mix_size(tier) as size, shifts[tier + 1] as shift from generate_series(0, 25) tier
            where in_tiers >> tier & 1 = 1) wanted
          where from_key < places >> shift
          group by size, shift
        ) size
      ) size;
      exit when coalesce(sizes.read, 0) <= bound - read or width <= 1 << 20;
      width := width >> 1;
    end loop;
    exit when sizes.lows is null;
    if read + sizes.read > bound and read > 0 then
      result.stop_key := from_key - 1;
      result.stop_id := 9007199254740991;
      exit;
    end if;
    read := read + sizes.read;

    -- `offset 0` keeps the planner from reading all channels first
    select array_agg(channel_id order by key, channel_id) as ids, array_agg(key order by key, channel_id) as keys into part
    from (
      select e.channel_id, e.key from (
        select e.*, search_place(e.block, e.channel_id, seed) >> size.shift as key
        from unnest(sizes.lows, sizes.highs, sizes.shifts, sizes.from_at, sizes.to_at, sizes.are_whole)
          size (low, high, shift, from_at, to_at, is_whole)
        cross join lateral generate_series(size.from_at, size.to_at) at
        cross join lateral (
          select channel_id, block, tier, content_types, audiences, country, language, has_contact, is_demo, silence
          from search_entry where block = search_block_at(at::integer, seed) and tier between size.low and size.high offset 0
        ) e
        where not size.is_whole
        union all
        select e.*, search_place(e.block, e.channel_id, seed) >> size.shift
        from unnest(sizes.lows, sizes.highs, sizes.shifts, sizes.are_whole) size (low, high, shift, is_whole)
        cross join lateral (
          select channel_id, block, tier, content_types, audiences, country, language, has_contact, is_demo, silence
          from search_entry where tier between size.low and size.high offset 0
        ) e
        where size.is_whole
      ) e
      where e.key >= from_key and e.key < from_key + width and (e.key, e.channel_id) > (after_key, after_id)
        and in_tiers >> e.tier & 1 = 1
        and search_admits(want.content_types, want.audiences, want.countries, want.language, want.has_contact, want.real_only,
          want.silence, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence)
        and (border >> e.tier & 1 = 0 or exists (
          select from search_entry x where x.channel_id = e.channel_id and want.subscribers @> search_subscribers(x.rank)))
      order by e.key, e.channel_id limit page - coalesce(cardinality(result.ids), 0)
    ) e;
    result.ids := result.ids || part.ids;
    result.keys := result.keys || part.keys;
    exit when cardinality(result.ids) >= page;
    from_key := from_key + width;
    width := width << 1;
  end loop;
  return result;
end $$;
