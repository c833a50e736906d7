-- How many channels pass a filter, and what reading them costs, by a sample. docs/search.md explains it.

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
  rarest  integer,
  -- channels of each tier, from tier 0 on
  tiers   integer[]
);

create function search_sample(want search_filter) returns search_estimate
language plpgsql stable
as $$
declare
  at_least constant integer := 4000;
  result search_estimate;
  in_tiers constant integer := search_tiers(want.subscribers);
  border constant integer := search_border_tiers(want.subscribers);
begin
  select coalesce(sum(n), 0), case when sum(n) >= at_least then (max(last_block) + 1) / 4096.0 else 1 end,
    coalesce(sum(passed) filter (where is_ranged), 0), coalesce(sum(admitted) filter (where is_ranged), 0),
    coalesce(sum(n) filter (where is_ranged), 0),
    coalesce(least(sum(n) filter (where is_ranged), sum(typed), sum(aged), sum(from_there), sum(speaking), sum(reachable),
      sum(loud)), 0),
    array_agg(coalesce(n, 0) order by tier)
  into result.sampled, result.share, result.passed, result.covered, result.ranged, result.rarest, result.tiers
  from (
    select tier, in_tiers >> tier & 1 = 1 as is_ranged from generate_series(0, 25) tier
  ) tiers
  left join (
    select tier, count(*) as n, max(block) as last_block, count(*) filter (where is_admitted) as admitted,
      count(*) filter (where is_admitted and (border >> tier & 1 = 0 or exists (
        select from search_entry e where e.channel_id = sample.channel_id and want.subscribers @> search_subscribers(e.rank)))
      ) as passed,
      count(*) filter (where want.content_types is null or content_types & want.content_types <> 0) as typed,
      count(*) filter (where want.audiences is null or audiences & want.audiences <> 0) as aged,
      count(*) filter (where want.countries is null or country = any (want.countries)) as from_there,
      count(*) filter (where want.language is null or language = want.language) as speaking,
      count(*) filter (where want.has_contact is null or has_contact = want.has_contact) as reachable,
      count(*) filter (where want.silence is null or silence <= want.silence) as loud
    from (
      select *, search_admits(want.content_types, want.audiences, want.countries, want.language, want.has_contact,
        want.real_only, want.silence, content_types, audiences, country, language, has_contact, is_demo, silence) as is_admitted
      from (
        select channel_id, block, tier, content_types, audiences, country, language, has_contact, is_demo, silence
        from search_entry where block >= 0 order by block fetch first at_least rows with ties
      ) first
    ) sample
    group by tier
  ) by_tier using (tier);
  return result;
end $$;

-- The number in the whole catalogue that is hardly exceeded when a number was found in this share of it.
create function search_upper(found float8, share float8) returns float8
language sql immutable parallel safe
return case when share >= 1 then found else (found + 2 * sqrt(found + 1) + 1) / share end;

-- Whether reading all channels that pass through the index of facets stays within the bound.
create function search_is_readable(s search_estimate, bound integer) returns boolean
language sql immutable parallel safe
return search_upper(s.covered, s.share) <= (search_bounds(bound)).facets
  and s.rarest / s.share <= (search_bounds(bound)).joined;

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
  few constant integer := (search_bounds(bound)).few;
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

-- A number as people say it who have not counted: its first two digits.
create function search_round(number float8) returns integer
language sql immutable parallel safe
return round(number::numeric, least(0, 2 - length(round(number)::text)))::integer;

-- How many channels pass, up to one more than the cap, when a walk has not found out: counted as far as the bound allows, else
-- estimated from a sample of a fitting size. With `is_counted` more is counted.
create function search_total(
  want search_filter, s search_estimate, cap integer, is_counted boolean, bound integer,
  out total integer, out is_estimate boolean
)
language plpgsql stable
as $$
declare
  certain constant float8 := cap * s.share + 6 * sqrt(cap * s.share) + 10;
  -- blocks in the sample, and in what is read besides
  blocks constant integer := greatest(round(s.share * 4096), 1);
  more integer;
  in_tiers constant integer := search_tiers(want.subscribers);
  border constant integer := search_border_tiers(want.subscribers);
  tiers constant smallint[] := array(select tier from generate_series(0, 25) tier where in_tiers >> tier & 1 = 1);
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
            and search_admits(want.content_types, want.audiences, want.countries, want.language, want.has_contact,
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
    -- a hundred that pass, for an error of 10 %; how far above the cap is never answered
    more := least(100.0 * blocks / (s.passed + 1) - blocks, bound / (30 + s.ranged / blocks), 4096 - blocks);
    if more > 0 and s.passed < 2 * cap * s.share then
      s.passed := s.passed + (
        select count(*) from generate_series(blocks, blocks + more - 1) at
        cross join lateral (
          select * from search_entry where block = at and tier = any (tiers) offset 0
        ) e
        where search_admits(want.content_types, want.audiences, want.countries, want.language, want.has_contact, want.real_only,
            want.silence, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence)
          and (border >> e.tier & 1 = 0 or exists (
            select from search_entry x where x.channel_id = e.channel_id and want.subscribers @> search_subscribers(x.rank))));
      s.share := (blocks + more) / 4096.0;
    end if;
    is_estimate := true;
    total := least(search_round(s.passed / s.share), cap + 1);
  end if;
end $$;
