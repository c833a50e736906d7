-- What the server calls for a text: search_by_text returns a page of results. search-filter.sql has search_by_filter.

-- Channels whose name matches a text, sorted: by 'relevance' as search_text returns them; otherwise exact matches (class 1)
-- before matches with typos (class 2), each by rank, recency or place.
create function search_find(
  query_key text, query_words text[], known bigint[], want search_filter, sort text, seed integer, page integer,
  after_class integer, after_key bigint, after_id bigint, seen integer
) returns table (channel_id bigint, class integer, key bigint)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  is_rare boolean := false;
  plan search_word_plan;
begin
  if num_nonnulls((want).content_types, (want).audiences, (want).country, (want).language, (want).has_contact, (want).silence,
    (want).subscribers) > 0
  then
    is_rare := (
      select search_is_readable(s, search_read_max()) and search_upper(s.covered, s.share) <= 5000 from search_sample(want) s);
  end if;
  if sort = 'relevance' and not is_rare then
    return query
      select * from search_text(query_key, query_words, known, want, page, after_class, after_key, after_id, seen);
  elsif sort = 'subscribers' and not is_rare then
    return query
      select * from search_text_by_subscribers(query_key, query_words, known, want, page, after_class, after_key, after_id,
        seen);
  else
    if sort <> 'relevance' and not is_rare and query_words <> '{}' then
      plan := search_plan_words(query_words);
      if (select count(*) from (select name_key, words from search_entry where block >= 0 order by block limit 1000) sample
        where starts_with(name_key, query_key) or array_to_tsvector(string_to_array(words, ' ')) @@ plan.begun) >= 5
      then
        return query
          select a.channel_id, 1, a.key
          from search_text_along(query_key, plan.begun, known, want, sort, seed, page, after_key, after_id) a;
        return;
      end if;
    end if;
    return query
      select f.channel_id, f.class, f.key from (
        select t.channel_id,
          case when sort = 'relevance' then t.stage when t.stage <= 4 then 1 else 2 end as class,
          case when sort = 'recent' then o.recency
            when sort = 'shuffle' then search_place(e.block, e.channel_id, seed)
            else t.rank end as key
        from (
          select * from search_text_among(query_key, query_words, known, want) where is_rare
          union all
          select * from search_text(query_key, query_words, known, want, 2147483647, 0, -9223372036854775807, 0, 0)
          where not is_rare
        ) t
        left join search_order o on sort = 'recent' and o.channel_id = t.channel_id
        left join search_entry e on sort = 'shuffle' and e.channel_id = t.channel_id
      ) f
      where (f.class, f.key, f.channel_id) > (after_class, after_key, after_id)
      order by f.class, f.key, f.channel_id limit page;
  end if;
end $$;

-- The channels that have one of these ids or handles on any platform.
create function search_known(platform_ids text[], handles text[]) returns bigint[]
language plpgsql stable
as $$
begin
  return array(
    select id from channel where platform_id = any (platform_ids) and status = 'active'
    union
    select id from channel where handle = any (handles) and status = 'active');
end $$;

-- A page of the results of search_find, from the beginning when after_key is null. A known exact address (an id, or a handle
-- with its @) is the only result.
create function search_by_text(
  query_key text, query_words text[], platform_ids text[], handles text[], is_exact boolean,
  want search_filter, sort text, seed integer, page integer,
  after_class integer, after_key bigint, after_id bigint, seen integer
) returns search_page
language plpgsql
-- one plan for all values, along the indexes, whatever the current statistics say of the catalogue
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  known bigint[] := '{}';
  is_only boolean;
  ids bigint[];
  classes integer[];
  keys bigint[];
begin
  lock table search_entry, search_order, search_combination, search_word, search_typo in access share mode;
  if platform_ids <> '{}' or handles <> '{}' then
    known := search_known(platform_ids, handles);
  end if;
  is_only := is_exact and known <> '{}';
  select array_agg(channel_id order by at), array_agg(class order by at), array_agg(key order by at) into ids, classes, keys
  from search_find(
    case when is_only then '' else query_key end, case when is_only then '{}' else query_words end, known, want, sort, seed,
    page + 1, after_class, coalesce(after_key, -9223372036854775807), after_id, seen) with ordinality f (channel_id, class, key, at);
  return search_page_of(ids, classes, keys, page,
    -- known without counting when the first page contains all results
    case when after_key is null and coalesce(cardinality(ids), 0) <= page then coalesce(cardinality(ids), 0) end);
end $$;
