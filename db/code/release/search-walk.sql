-- Walks along an order of all channels, for texts that match enough names for some to be always near. They keep to a bound.

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

-- Channels that match a text without a typo (class 1), sorted by 'recent' or 'shuffle': among the first that pass the filter,
-- then among more of them, until the page is full.
create function search_walk_names(
  q search_query, sort text, seed integer, page integer, after_key bigint, after_id bigint, bounds search_bounds
) returns search_found
language plpgsql stable
as $$
declare
  left_to_read integer := bounds.few;
  enough integer := least(200, left_to_read);
  passing search_slice;
  seen integer;
  got record;
  result search_found;
begin
  result.ids := '{}';
  result.keys := '{}';
  loop
    passing := search_walk(q.want, sort, seed, enough, after_key, after_id, bounds.in_order);
    seen := coalesce(cardinality(passing.ids), 0);
    left_to_read := left_to_read - seen;
    select array_agg(f.channel_id) as ids, array_agg(f.key) as keys into got
    from (
      select p.channel_id, p.key
      from unnest(passing.ids, passing.keys) with ordinality p (channel_id, key, at)
      join search_entry e on e.channel_id = p.channel_id
      where search_stage(e.channel_id, e.name_key, e.words, q, null, null) <= 4
      order by p.at limit page - cardinality(result.ids)
    ) f;
    result.ids := result.ids || got.ids;
    result.keys := result.keys || got.keys;
    exit when cardinality(result.ids) = page;

    if seen < enough then
      after_key := passing.stop_key;
      after_id := passing.stop_id;
    else
      after_key := passing.keys[seen];
      after_id := passing.ids[seen];
    end if;
    if seen < enough or left_to_read = 0 then
      if after_key is not null then
        result.stop_class := 1;
        result.stop_key := after_key;
        result.stop_id := after_id;
      end if;
      exit;
    end if;
    enough := least(enough * 4, left_to_read);
  end loop;
  result.classes := array_fill(1, array[cardinality(result.ids)]);
  return result;
end $$;
