-- Filters, the orders of lists, and how many channels pass. docs/search.md explains them.

-- The filter of a search; a null field, or null as a whole, filters nothing.
create type search_filter as (
  -- bit sets; a channel passes with any of these bits
  content_types integer,
  audiences     integer,
  country       text,
  language      text,
  has_contact   boolean,
  -- true excludes demo channels
  real_only     boolean,
  subscribers   int8multirange,
  -- the largest step that passes; channels whose silence is unknown pass
  silence       smallint
);

create function search_subscribers(rank bigint) returns bigint
language sql immutable parallel safe
return nullif(-rank, -1);

-- Whether a channel passes all fields but the subscribers.
create function search_passes_facets(
  want search_filter, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean, silence smallint
) returns boolean
language sql immutable parallel safe
return want is null or (
  ((want).content_types is null or content_types & (want).content_types <> 0)
  and ((want).audiences is null or audiences & (want).audiences <> 0)
  and ((want).country is null or country = (want).country)
  and ((want).language is null or language = (want).language)
  and ((want).has_contact is null or has_contact = (want).has_contact)
  and ((want).real_only is not true or not is_demo)
  and ((want).silence is null or silence <= (want).silence));

create function search_passes(
  want search_filter, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean, silence smallint, rank bigint
) returns boolean
language sql immutable parallel safe
return search_passes_facets(want, content_types, audiences, country, language, has_contact, is_demo, silence)
  and ((want).subscribers is null or (want).subscribers @> search_subscribers(rank));

-- The tiers that these ranges of subscribers overlap, as bits.
create function search_tiers(subscribers int8multirange) returns integer
language sql immutable parallel safe
return case
  when subscribers is null then (1 << 26) - 1
  else (
    select coalesce(bit_or(1 << tier), 0)
    from unnest(subscribers) range
    cross join generate_series(
      search_tier(coalesce(lower(range), 0)), case when upper_inf(range) then 25 else search_tier(upper(range) - 1) end) tier
  ) end;

-- A range of subscribers as ranks: greater than `above`, at most `upto`.
create function search_ranks(subscribers int8range, out above bigint, out upto bigint)
language sql immutable parallel safe
return (
  case when upper_inf(subscribers) then -9223372036854775807 else search_rank(upper(subscribers)) end,
  case when lower_inf(subscribers) then 1 else search_rank(lower(subscribers)) end);

-- Whether the ranges cover their tiers completely.
create function search_fills_tiers(subscribers int8multirange) returns boolean
language sql immutable parallel safe
return subscribers is null or not exists (
  select from unnest(subscribers) range
  where search_tier(lower(range)) = search_tier(lower(range) - 1)
    or (not upper_inf(range) and search_tier(upper(range)) = search_tier(upper(range) - 1)));

-- The filter as a query on search_facets, which covers a partly selected tier as a whole; null for no filter.
create function search_facet_query(want search_filter) returns tsquery
language sql stable parallel safe
return nullif(concat_ws('&',
  (select '(' || string_agg('t' || bit, '|') || ')' from generate_series(0, 14) bit
    where (want).content_types >> bit & 1 = 1),
  (select '(' || string_agg('a' || bit, '|') || ')' from generate_series(0, 4) bit where (want).audiences >> bit & 1 = 1),
  'c' || (want).country,
  'l' || (want).language,
  case (want).has_contact when true then 'e1' when false then 'e0' end,
  case when (want).real_only then 'd0' end,
  (select '(' || string_agg('q' || step, '|') || ')' from generate_series(0, (want).silence) step),
  case when (want).subscribers is not null then
    (select '(' || string_agg('s' || tier, '|') || ')' from generate_series(0, 25) tier
      where search_tiers((want).subscribers) >> tier & 1 = 1)
  end), '')::tsquery;

-- Estimates how many channels pass: how many of the first thousand in the random blocks do (by their tiers instead of exact
-- subscribers), and which share of the catalogue those blocks are.
create function search_sample(want search_filter) returns table (passed integer, share float8)
language plpgsql stable
as $$
declare
  in_tiers constant integer := search_tiers((want).subscribers);
begin
  return query
    select (count(*) filter (where passes))::integer,
      case when count(*) < 1000 then 1.0::float8 else (max(block) + 1) / 4096.0::float8 end
    from (
      select block, in_tiers >> tier & 1 = 1
        and search_passes_facets(want, content_types, audiences, country, language, has_contact, is_demo, silence) as passes
      from search_entry where block >= 0 order by block limit 1000
    ) sample;
end $$;

-- How to find the channels that pass: 'facets' reads and sorts all of them when there are few, 'ranks' does the same by their
-- subscribers, and otherwise 'walk' follows the wanted order.
create function search_way(want search_filter, passed integer, share float8) returns text
language plpgsql stable
as $$
declare
  ranks record;
begin
  -- the point where reading all costs as much as walking until a page is full
  if passed / share <= sqrt(20 * 1000 / share) or passed <= 1 then return 'facets'; end if;
  if search_fills_tiers((want).subscribers) then return 'walk'; end if;
  select r.* into ranks from search_ranks(range_merge((want).subscribers)) r;
  if (select count(*) from (
    select from search_order where rank > ranks.above and rank <= ranks.upto limit 4000) o) < 4000 then return 'ranks'; end if;
  return 'walk';
end $$;

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

-- Channels that pass, after the given position, sorted by 'subscribers' (rank), 'recent' (recency) or 'shuffle' (place), then
-- by id. `behind` is how many there are after that position, if all were read.
create function search_list(
  want search_filter, sort text, seed integer, way text, page integer, after_key bigint, after_id bigint
) returns table (channel_id bigint, key bigint, behind integer)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  facets tsquery;
  in_tiers constant integer := search_tiers((want).subscribers);
  fills_tiers constant boolean := search_fills_tiers((want).subscribers);
  missing integer := page;
  got integer;
  ranks record;
begin
  if way <> 'walk' then
    facets := search_facet_query(want);
    select r.* into ranks from search_ranks(range_merge((want).subscribers)) r;
    return query
      select m.channel_id, m.key, count(*) over ()::integer from (
        select e.channel_id, case sort when 'subscribers' then e.rank when 'recent' then o.recency
          else search_place(e.block, e.channel_id, seed) end as key
        from search_entry e
        left join search_order o on sort = 'recent' and o.channel_id = e.channel_id
        where way = 'facets' and search_facets(e.tier, e.content_types, e.audiences, e.country, e.language, e.has_contact,
            e.is_demo, e.silence) @@ facets
          and ((want).subscribers is null or (want).subscribers @> search_subscribers(e.rank))
        union all
        select o.channel_id, case sort when 'subscribers' then o.rank when 'recent' then o.recency
          else search_place(e.block, e.channel_id, seed) end
        from search_order o
        left join search_entry e on sort = 'shuffle' and e.channel_id = o.channel_id
        where way = 'ranks' and o.rank > ranks.above and o.rank <= ranks.upto
          and search_passes(want, o.content_types, o.audiences, o.country, o.language, o.has_contact, o.is_demo, o.silence,
            o.rank)
      ) m
      where (m.key, m.channel_id) > (after_key, after_id)
      order by m.key, m.channel_id limit page;

  elsif sort = 'subscribers' then
    for ranks in
      select r.* from unnest(coalesce((want).subscribers, '{(,)}')) range, search_ranks(range) r order by r.above
    loop
      -- a single lower bound: with two, the index scan could start at the lower one
      if ranks.above >= after_key then
        after_key := ranks.above;
        after_id := 9223372036854775807;
      end if;
      return query
        select o.channel_id, o.rank, null::integer from search_order o
        where (o.rank, o.channel_id) > (after_key, after_id) and o.rank <= ranks.upto
          and search_passes_facets(want, o.content_types, o.audiences, o.country, o.language, o.has_contact, o.is_demo, o.silence)
        order by o.rank, o.channel_id limit missing;
      get diagnostics got = row_count;
      missing := missing - got;
      exit when missing = 0;
    end loop;

  elsif sort = 'recent' then
    return query
      select o.channel_id, o.recency, null::integer from search_order o
      where (o.recency, o.channel_id) > (after_key, after_id)
        and search_passes(want, o.content_types, o.audiences, o.country, o.language, o.has_contact, o.is_demo, o.silence, o.rank)
      order by o.recency, o.channel_id limit page;

  else
    return query
      select f.channel_id, f.key, null::integer from (
        select e.channel_id, e.key
        from generate_series(greatest(after_key >> 32, 0)::integer, 4095) with ordinality step (at, n)
        cross join lateral (
          select b.channel_id, search_place(b.block, b.channel_id, seed) as key
          from search_entry b
          where b.block = search_block_at(step.at, seed) and in_tiers >> b.tier & 1 = 1
            and search_passes_facets(want, b.content_types, b.audiences, b.country, b.language, b.has_contact, b.is_demo,
              b.silence)
        ) e
        where (e.key, e.channel_id) > (after_key, after_id) and (fills_tiers or exists (
          select from search_order o
          where o.channel_id = e.channel_id and (want).subscribers @> search_subscribers(o.rank)))
        order by step.n fetch first page rows with ties
      ) f
      order by f.key, f.channel_id limit page;
  end if;
end $$;

-- The number of channels that pass, counted up to one more than the cap.
create function search_total(want search_filter, passed integer, share float8, cap integer) returns integer
language plpgsql stable
as $$
declare
  in_tiers constant integer := search_tiers((want).subscribers);
  fills_tiers constant boolean := search_fills_tiers((want).subscribers);
  first_tier integer;
  last_tier integer;
  facets tsquery;
begin
  -- the sample contains so many that the total is above the cap by more than 6 sigma
  if fills_tiers and passed > cap * share + 6 * sqrt(cap * share) + 10 then return cap + 1; end if;

  if num_nonnulls((want).country, (want).language, (want).has_contact, (want).silence) = 0 and fills_tiers then
    select min(tier), max(tier) into first_tier, last_tier from generate_series(0, 25) tier where in_tiers >> tier & 1 = 1;
    return (
      select count(*) from (
        select from search_combination k
        join search_entry e on e.content_types = k.content_types and e.audiences = k.audiences
          and e.tier >= first_tier and e.tier <= last_tier
        where ((want).content_types is null or k.content_types & (want).content_types <> 0)
          and ((want).audiences is null or k.audiences & (want).audiences <> 0)
          and in_tiers >> e.tier & 1 = 1 and ((want).real_only is not true or not e.is_demo)
        limit cap + 1) found);
  end if;

  if num_nonnulls((want).content_types, (want).audiences, (want).country, (want).language, (want).has_contact, (want).silence,
    (want).real_only) = 0
  then
    return (
      select count(*) from (
        select from unnest((want).subscribers) range
        cross join search_ranks(range) ranks
        join search_order o on o.rank > ranks.above and o.rank <= ranks.upto
        limit cap + 1) found);
  end if;

  facets := search_facet_query(want);
  return (
    select count(*) from (
      select from search_entry e
      where search_facets(e.tier, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence)
          @@ facets
        and ((want).subscribers is null or (want).subscribers @> search_subscribers(e.rank))
      limit cap + 1) found);
end $$;

-- A page of channels that pass a filter, as sorted by search_list, from the beginning when after_key is null. The total is
-- counted when a cap is given.
create function search_by_filter(
  want search_filter, sort text, seed integer, page integer, after_key bigint, after_id bigint, cap integer
) returns search_page
language plpgsql
-- one plan for all values, along the indexes, whatever the current statistics say of the catalogue
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  way text;
  passed integer;
  share float8;
  ids bigint[];
  keys bigint[];
  behind integer;
  total integer;
begin
  lock table search_entry, search_order, search_combination, search_word, search_typo in access share mode;
  select s.passed, s.share into passed, share from search_sample(want) s;
  way := search_way(want, passed, share);
  select array_agg(channel_id order by at), array_agg(key order by at), min(l.behind) into ids, keys, behind
  from search_list(want, sort, seed, way, page + 1, coalesce(after_key, -9223372036854775807), after_id)
    with ordinality l (channel_id, key, behind, at);
  if cap is not null then
    total := case
      when way = 'walk' then search_total(want, passed, share, cap)
      when after_key is null then least(coalesce(behind, 0), cap + 1)
      else search_total(want, passed, share, cap) end;
  end if;
  return search_page_of(ids, array_fill(0, array[page]), keys, page, total);
end $$;
