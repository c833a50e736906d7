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

-- Whether a channel passes all fields but the subscribers. The filter's fields are apart, because taking a composite apart for
-- every row takes longer than the comparisons.
create function search_admits(
  want_types integer, want_audiences integer, want_country text, want_language text, want_contact boolean, want_real boolean,
  want_silence smallint, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean, silence smallint
) returns boolean
language sql immutable parallel safe
return (want_types is null or content_types & want_types <> 0)
  and (want_audiences is null or audiences & want_audiences <> 0)
  and (want_country is null or country = want_country)
  and (want_language is null or language = want_language)
  and (want_contact is null or has_contact = want_contact)
  and (want_real is not true or not is_demo)
  and (want_silence is null or silence <= want_silence);

create function search_passes(
  want search_filter, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean, silence smallint, rank bigint
) returns boolean
language sql immutable parallel safe
return search_admits((want).content_types, (want).audiences, (want).country, (want).language, (want).has_contact,
    (want).real_only, (want).silence, content_types, audiences, country, language, has_contact, is_demo, silence)
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

-- The tiers that these ranges overlap in part, as bits.
create function search_border_tiers(subscribers int8multirange) returns integer
language sql immutable parallel safe
return (
  select coalesce(bit_or(
    case when search_tier(lower(range)) = search_tier(lower(range) - 1) then 1 << search_tier(lower(range)) else 0 end
    | case when not upper_inf(range) and search_tier(upper(range)) = search_tier(upper(range) - 1)
        then 1 << search_tier(upper(range)) else 0 end), 0)
  from unnest(subscribers) range);

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

-- No step of a search by a filter reads more index entries than this, nor half as many rows through the index of facets. The
-- steps of a search for a text each read a share of it, which they name where they begin.
create function search_read_max() returns integer
language sql immutable parallel safe
return 40000;

-- What the first random blocks of the catalogue, as many as hold `at_least` channels, say about a filter. Whole blocks: the index
-- sorts a block by tier, so a part of one has few tiers.
create type search_estimate as (
  -- channels read, and the share of the catalogue that these blocks are
  sampled integer,
  share   float8,
  -- channels that pass
  passed  integer,
  -- channels that pass but for the exact ends of ranges within a tier: what the index of facets finds
  covered integer,
  -- channels in the tiers of the wanted subscribers
  ranged  integer,
  -- channels that pass the single condition that fewest pass
  rarest  integer
);

create function search_sample(want search_filter, at_least integer default 4000) returns search_estimate
language plpgsql stable
as $$
declare
  result search_estimate;
  in_tiers constant integer := search_tiers(want.subscribers);
  border constant integer := search_border_tiers(want.subscribers);
begin
  select count(*), case when count(*) < at_least then 1 else (max(block) + 1) / 4096.0 end,
    count(*) filter (where is_ranged and is_admitted and (border >> tier & 1 = 0 or exists (
      select from search_entry e where e.channel_id = sample.channel_id and want.subscribers @> search_subscribers(e.rank)))),
    count(*) filter (where is_ranged and is_admitted),
    count(*) filter (where is_ranged),
    least(count(*) filter (where is_ranged),
      count(*) filter (where want.content_types is null or content_types & want.content_types <> 0),
      count(*) filter (where want.audiences is null or audiences & want.audiences <> 0),
      count(*) filter (where want.country is null or country = want.country),
      count(*) filter (where want.language is null or language = want.language),
      count(*) filter (where want.has_contact is null or has_contact = want.has_contact),
      count(*) filter (where want.silence is null or silence <= want.silence))
  into result.sampled, result.share, result.passed, result.covered, result.ranged, result.rarest
  from (
    select channel_id, block, tier, content_types, audiences, country, language, has_contact, silence,
      in_tiers >> tier & 1 = 1 as is_ranged,
      search_admits(want.content_types, want.audiences, want.country, want.language, want.has_contact, want.real_only,
        want.silence, content_types, audiences, country, language, has_contact, is_demo, silence) as is_admitted
    from search_entry where block >= 0 order by block fetch first at_least rows with ties
  ) sample;
  return result;
end $$;

-- The number in the whole catalogue that is hardly exceeded when so many were found in this share of it.
create function search_upper(found float8, share float8) returns float8
language sql immutable parallel safe
return case when share >= 1 then found else (found + 2 * sqrt(found + 1) + 1) / share end;

-- Whether reading all channels that pass through the index of facets stays within the bound.
create function search_is_readable(s search_estimate, bound integer) returns boolean
language sql immutable parallel safe
return search_upper(s.covered, s.share) <= bound / 2 and s.rarest / s.share <= bound * 5.0;

-- How to find the channels that pass: 'facets' reads and sorts all of them, 'ranks' does the same by their subscribers, and
-- 'walk' follows the wanted order until a page is full. Costs are counted in index entries read in order.
create function search_way(want search_filter, s search_estimate, sort text, page integer, bound integer) returns text
language plpgsql stable
as $$
declare
  in_order constant integer := case when sort = 'recent' then s.sampled else s.ranged end;
  -- going to a block costs as much as reading 30 entries
  entry constant float8 := case when sort in ('shuffle', 'mix') then 1 + 30 * 4096 * s.share / greatest(in_order, 1) else 1 end;
  walk constant float8 := least(page * in_order / greatest(s.passed + 1 - sqrt(s.passed + 1), 0.5), in_order / s.share) * entry;
  facets constant float8 := case when sort = 'recent' then 10 else 5 end * search_upper(s.covered, s.share)
    + s.rarest / s.share / 5;
  few constant integer := bound / 10;
  ranks record;
begin
  if search_border_tiers(want.subscribers) <> 0 and least(walk, facets) > few then
    select r.* into ranks from search_ranks(range_merge(want.subscribers)) r;
    if (select count(*) from (
      select from search_order where rank > ranks.above and rank <= ranks.upto limit few) o) < few
    then return 'ranks'; end if;
  end if;
  return case when search_is_readable(s, bound) and facets < walk then 'facets' else 'walk' end;
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
          and search_admits(want.content_types, want.audiences, want.country, want.language, want.has_contact,
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
        where search_admits(want.content_types, want.audiences, want.country, want.language, want.has_contact, want.real_only,
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
      where search_admits(want.content_types, want.audiences, want.country, want.language, want.has_contact, want.real_only,
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
        where search_admits(want.content_types, want.audiences, want.country, want.language, want.has_contact, want.real_only,
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
-- (place) or 'mix' (search-mix.sql, with its `shifts`), then by id.
create function search_list(
  want search_filter, s search_estimate, sort text, seed integer, shifts integer[], way text, page integer, after_key bigint,
  after_id bigint, bound integer
) returns search_slice
language plpgsql stable
as $$
begin
  if way <> 'walk' then return search_read_all(want, sort, seed, shifts, way, page, after_key, after_id); end if;
  if sort = 'mix' then
    return search_walk_mix(want, (s.passed + 0.5) / (s.ranged + 1), seed, shifts, page, after_key, after_id, bound);
  end if;
  return search_walk(want, sort, seed, page, after_key, after_id, bound);
end $$;

-- A number as people say it who have not counted: its first two digits.
create function search_round(number float8) returns integer
language sql immutable parallel safe
return round(number::numeric, least(0, 2 - length(round(number)::text)))::integer;

-- How many channels pass, up to one more than the cap, when a walk has not told: counted as far as the bound allows, else
-- estimated from a sample of a fitting size. With `is_counted` more is counted.
create function search_total(
  want search_filter, s search_estimate, cap integer, is_counted boolean, bound integer,
  out total integer, out is_estimate boolean
)
language plpgsql stable
as $$
declare
  certain float8 := cap * s.share + 6 * sqrt(cap * s.share) + 10;
  ranks record;
begin
  is_estimate := false;
  if s.share < 1 and s.passed > certain then
    total := cap + 1;
  elsif search_upper(s.ranged, s.share) <= bound then
    total := 0;
    for ranks in select r.* from unnest(coalesce(want.subscribers, '{(,)}')) range, search_ranks(range) r loop
      total := total + (
        select count(*) from (
          select from search_order o
          where o.rank > ranks.above and o.rank <= ranks.upto
            and search_admits(want.content_types, want.audiences, want.country, want.language, want.has_contact,
              want.real_only, want.silence, o.content_types, o.audiences, o.country, o.language, o.has_contact, o.is_demo,
              o.silence)
          limit cap + 1
        ) o);
    end loop;
    total := least(total, cap + 1);
  elsif is_counted and search_is_readable(s, bound) then
    total := (
      select count(*) from (
        select from search_entry e
        where search_facets(e.tier, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence)
            @@ search_facet_query(want)
          and (want.subscribers is null or want.subscribers @> search_subscribers(e.rank))
        limit cap + 1
      ) e);
  else
    -- two hundred that pass, for an error of 7 %; nobody is told how far above the cap
    if s.passed < 200 and s.passed < 2 * cap * s.share then
      s := search_sample(want, least(bound, 200.0 * s.sampled / (s.passed + 1))::integer);
    end if;
    is_estimate := true;
    total := least(search_round(s.passed / s.share), cap + 1);
  end if;
end $$;

-- A page of channels that pass a filter, as sorted by search_list, from the beginning when after_key is null. The total is
-- found out when a cap is given.
create function search_by_filter(
  want search_filter, sort text, seed integer, page integer, after_key bigint, after_id bigint, cap integer,
  is_counted boolean default false, bound integer default search_read_max()
) returns search_page
language plpgsql
-- one plan for all values, along the indexes, whatever the current statistics say of the catalogue
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
-- starting workers takes longer than a search
set max_parallel_workers_per_gather = 0
as $$
declare
  s search_estimate;
  shifts integer[];
  from_key constant bigint := coalesce(after_key, -9223372036854775807);
  found search_slice;
  result search_page;
  total integer;
  is_estimate boolean := false;
begin
  lock table search_entry, search_order, search_word, search_typo in access share mode;
  s := search_sample(want);
  if sort = 'mix' then shifts := search_mix_shifts(); end if;
  found := search_list(want, s, sort, seed, shifts, search_way(want, s, sort, page, bound), page + 1, from_key, after_id,
    bound);
  -- the walk has met fewer than expected: perhaps they can all be read
  if found.stop_key is not null and search_is_readable(s, bound) then
    found := search_list(want, s, sort, seed, shifts, 'facets', page + 1, from_key, after_id, bound);
  end if;
  if cap is not null then
    if found.total is not null then
      total := least(found.total, cap + 1);
    elsif after_key is null and found.stop_key is null and coalesce(cardinality(found.ids), 0) <= page then
      total := coalesce(cardinality(found.ids), 0);
    else
      select t.total, t.is_estimate into total, is_estimate from search_total(want, s, cap, is_counted, bound) t;
      -- an estimate is not below what is seen
      if is_estimate then total := greatest(total, cardinality(found.ids)); end if;
    end if;
  end if;
  result := search_page_of(found.ids, array_fill(0, array[page]), found.keys, page, total);
  result.total_is_estimate := is_estimate;
  if found.stop_key is not null then
    result.is_partial := coalesce(cardinality(found.ids), 0) < page;
    result.next_class := 0;
    result.next_key := found.stop_key;
    result.next_id := found.stop_id;
  end if;
  return result;
end $$;
