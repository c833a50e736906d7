-- What the platform says of channels is asked anew, and since when a channel is silent is part of the search.

alter table channel
  -- when last_upload_at was true: no upload between the two is known of
  add column uploads_checked_at timestamptz,
  -- when the platform last told of the channel; null while all facts are from imports
  add column refreshed_at       timestamptz,
  -- the refresh has no need to ask before; null was never asked
  add column ask_after          timestamptz,
  -- since when the platform says nothing of it; it is gone once that is said twice
  add column missing_since      timestamptz;
update channel set uploads_checked_at = fetched_at where last_upload_at is not null;

create index channel_ask_after on channel (ask_after nulls first, id)
  where platform = 'youtube' and platform_id is not null and not is_demo;
create index channel_uploads_checked_at on channel (uploads_checked_at nulls first, id)
  where refreshed_at is not null and status = 'active';
create index channel_refreshed_at on channel (refreshed_at) where refreshed_at is not null;

-- How long a channel had been silent when that was last looked at: 0 is unknown, then steps at 0, 30, 90, 180, 365 days
-- (src/shared/rules/silence.ts).
create function search_silence(last_upload_at timestamptz, checked_at timestamptz) returns smallint
language sql immutable parallel safe
return case when last_upload_at is null or checked_at is null then 0
  else 1 + width_bucket(extract(epoch from checked_at - last_upload_at) / 86400, '{30,90,180,365}'::numeric[]) end::smallint;

-- the largest step that passes; channels of which nothing is known pass
alter type search_filter add attribute silence smallint;

alter table search_entry add column silence smallint not null default 0;
alter table search_order add column silence smallint not null default 0;

drop index search_entry_facets;
drop function search_facets(smallint, integer, integer, text, text, boolean, boolean);
-- What a channel can be filtered by: content types t0..t14, audiences a0..a4, country, language, contact, not demo, tier,
-- silence.
create function search_facets(
  tier smallint, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean, silence smallint
) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array_remove(array[
  case when content_types & 1 <> 0 then 't0' end, case when content_types & 2 <> 0 then 't1' end,
  case when content_types & 4 <> 0 then 't2' end, case when content_types & 8 <> 0 then 't3' end,
  case when content_types & 16 <> 0 then 't4' end, case when content_types & 32 <> 0 then 't5' end,
  case when content_types & 64 <> 0 then 't6' end, case when content_types & 128 <> 0 then 't7' end,
  case when content_types & 256 <> 0 then 't8' end, case when content_types & 512 <> 0 then 't9' end,
  case when content_types & 1024 <> 0 then 't10' end, case when content_types & 2048 <> 0 then 't11' end,
  case when content_types & 4096 <> 0 then 't12' end, case when content_types & 8192 <> 0 then 't13' end,
  case when content_types & 16384 <> 0 then 't14' end,
  case when audiences & 1 <> 0 then 'a0' end, case when audiences & 2 <> 0 then 'a1' end,
  case when audiences & 4 <> 0 then 'a2' end, case when audiences & 8 <> 0 then 'a3' end,
  case when audiences & 16 <> 0 then 'a4' end,
  'c' || country, 'l' || language, case when has_contact then 'e1' else 'e0' end,
  case when not is_demo then 'd0' end, 's' || tier::text, 'q' || silence::text
], null));

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

create or replace function search_facet_query(want search_filter) returns tsquery
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

-- Whoever asks one of these whether a channel passes tells its silence, too; nothing else of those functions changes.
do $$
declare
  asking regproc;
  body text;
begin
  foreach asking in array array['search_sample', 'search_list', 'search_total', 'search_by_exact_key', 'search_by_key',
    'search_by_words', 'search_text', 'search_text_by_subscribers', 'search_text_among', 'search_text_along', 'search_find'
  ]::regproc[] loop
    body := pg_get_functiondef(asking);
    body := regexp_replace(body, '(\w)\.has_contact,(\s+)\1\.is_demo([,)])', '\1.has_contact,\2\1.is_demo, \1.silence\3', 'g');
    body := regexp_replace(body, 'has_contact, is_demo\)', 'has_contact, is_demo, silence)', 'g');
    body := regexp_replace(body, '\(want\)\.has_contact([,)])', '(want).has_contact, (want).silence\1', 'g');
    execute body;
  end loop;
end $$;

drop function search_passes(search_filter, integer, integer, text, text, boolean, boolean, bigint);
drop function search_passes_facets(search_filter, integer, integer, text, text, boolean, boolean);

-- The same three as before, with silence.
create or replace function search_create_indexes(suffix text) returns void
language plpgsql as $$
declare
  definition text;
begin
  foreach definition in array array[
    'create unique index search_entry_channel%1$s on search_entry%1$s (channel_id)',
    'create index search_entry_name%1$s on search_entry%1$s (name_key, tier)',
    'create index search_entry_tier%1$s on search_entry%1$s (tier, name_key)',
    'create index search_entry_block%1$s on search_entry%1$s (block, tier)
       include (channel_id, content_types, audiences, has_contact, is_demo, silence, country, language)',
    -- no pending lists: every search would have to read them
    'create index search_entry_terms%1$s on search_entry%1$s
       using gin (search_terms(tier, words)) with (fastupdate = off)',
    'create index search_entry_facets%1$s on search_entry%1$s using gin (search_facets(
       tier, content_types, audiences, country, language, has_contact, is_demo, silence)) with (fastupdate = off)',
    'create index search_entry_combination%1$s on search_entry%1$s (content_types, audiences, tier, is_demo)',
    'create unique index search_combination_key%1$s on search_combination%1$s (content_types, audiences)',
    'create unique index search_order_channel%1$s on search_order%1$s (channel_id)',
    'create index search_order_rank%1$s on search_order%1$s (rank, channel_id)
       include (content_types, audiences, has_contact, is_demo, silence, country, language)',
    'create index search_order_recency%1$s on search_order%1$s (recency, channel_id)
       include (rank, content_types, audiences, has_contact, is_demo, silence, country, language)',
    'create unique index search_word_word%1$s on search_word%1$s (word)',
    'create index search_typo_key%1$s on search_typo%1$s (key)'
  ] loop
    execute format(definition, suffix);
  end loop;
end $$;

create or replace function search_refresh(ids bigint[]) returns void
language plpgsql as $$
declare
  changed record;
begin
  -- waits for a rebuild before anything is read
  lock table search_entry in row exclusive mode;
  -- at most twice: once more with the lock, when words turn out to change
  for attempt in 1..2 loop
    select array_agg(word) as words, array_agg(delta) as deltas, array_agg(tiers) as tiers into changed
    from (
      select word, sum(delta)::integer as delta, coalesce(bit_or(1 << tier), 0) as tiers
      from (
        select string_to_table(c.search_words, ' ') as word, 1 as delta, search_tier(c.subscribers) as tier
        from channel c
        left join search_entry e on e.channel_id = c.id and e.words = c.search_words and e.tier = search_tier(c.subscribers)
        where c.id = any (ids) and c.status = 'active' and c.search_words <> '' and e.channel_id is null
        union all
        select string_to_table(e.words, ' '), -1, null
        from search_entry e
        left join channel c on c.id = e.channel_id and c.status = 'active' and c.search_words = e.words
          and search_tier(c.subscribers) = e.tier
        where e.channel_id = any (ids) and e.words <> '' and c.id is null
      ) word
      group by word
    ) by_word;
    exit when changed.words is null;
    if attempt = 1 then
      perform search_lock_words();
    else
      perform search_count_words(changed.words, changed.deltas, changed.tiers);
    end if;
  end loop;

  insert into search_combination (content_types, audiences)
  select distinct content_types, audiences from channel c
  where id = any (ids) and status = 'active' and not exists (
    select from search_combination k where k.content_types = c.content_types and k.audiences = c.audiences)
  order by 1, 2
  on conflict do nothing;

  delete from search_entry e
  where e.channel_id = any (ids)
    and not exists (select from channel c where c.id = e.channel_id and c.status = 'active');
  delete from search_order o
  where o.channel_id = any (ids)
    and not exists (select from channel c where c.id = o.channel_id and c.status = 'active');

  insert into search_entry as e
    (channel_id, rank, content_types, audiences, tier, block, has_contact, is_demo, silence, country, language, name_key,
     words)
  select id, search_rank(subscribers), content_types, audiences, search_tier(subscribers), shuffle_key >> 19, has_contact,
    is_demo, search_silence(last_upload_at, uploads_checked_at), country, language, replace(name_key, ' ', ''), search_words
  from channel where id = any (ids) and status = 'active'
  order by id
  on conflict (channel_id) do update set
    (rank, content_types, audiences, tier, block, has_contact, is_demo, silence, country, language, name_key, words)
    = (excluded.rank, excluded.content_types, excluded.audiences, excluded.tier, excluded.block, excluded.has_contact,
       excluded.is_demo, excluded.silence, excluded.country, excluded.language, excluded.name_key, excluded.words)
  where (e.rank, e.content_types, e.audiences, e.block, e.has_contact, e.is_demo, e.silence, e.country, e.language, e.name_key,
      e.words)
    is distinct from (excluded.rank, excluded.content_types, excluded.audiences, excluded.block, excluded.has_contact,
      excluded.is_demo, excluded.silence, excluded.country, excluded.language, excluded.name_key, excluded.words);

  insert into search_order as o
    (channel_id, rank, recency, content_types, audiences, has_contact, is_demo, silence, country, language)
  select id, search_rank(subscribers), search_recency(last_upload_at), content_types, audiences, has_contact, is_demo,
    search_silence(last_upload_at, uploads_checked_at), country, language
  from channel where id = any (ids) and status = 'active'
  order by id
  on conflict (channel_id) do update set
    (rank, recency, content_types, audiences, has_contact, is_demo, silence, country, language)
    = (excluded.rank, excluded.recency, excluded.content_types, excluded.audiences, excluded.has_contact,
       excluded.is_demo, excluded.silence, excluded.country, excluded.language)
  where (o.rank, o.recency, o.content_types, o.audiences, o.has_contact, o.is_demo, o.silence, o.country, o.language)
    is distinct from (excluded.rank, excluded.recency, excluded.content_types, excluded.audiences, excluded.has_contact,
      excluded.is_demo, excluded.silence, excluded.country, excluded.language);

end $$;

create or replace function search_rebuild() returns void
language plpgsql
set maintenance_work_mem = '512MB'
set work_mem = '256MB'
set parallel_tuple_cost = 0.02
as $$
declare
  built regclass;
begin
  lock table search_entry, search_order, search_combination, search_word, search_typo in share row exclusive mode;

  -- CREATE TABLE AS, because INSERT never reads with more than one process
  create table search_entry_next with (fillfactor = 90) as
  select id as channel_id, search_rank(subscribers) as rank, content_types, audiences, search_tier(subscribers) as tier,
    (shuffle_key >> 19)::smallint as block, has_contact, is_demo, search_silence(last_upload_at, uploads_checked_at) as silence,
    country, language,
    replace(name_key, ' ', '') collate "C" as name_key, search_words as words
  from channel where status = 'active'
  -- what is read most lies together
  order by search_rank(subscribers), id;

  create table search_order_next as
  select id as channel_id, search_rank(subscribers) as rank, search_recency(last_upload_at) as recency, content_types,
    audiences, has_contact, is_demo, search_silence(last_upload_at, uploads_checked_at) as silence, country, language
  from channel where status = 'active';

  create table search_combination_next as
  select distinct content_types, audiences from search_entry_next;

  create table search_word_next with (fillfactor = 80) as
  select word collate "C" as word, count(*)::integer as names, bit_or(1 << tier) as tiers from (
    select tier, string_to_table(words, ' ') as word from search_entry_next where words <> ''
  ) found group by word;
  analyze search_word_next;

  create table search_typo_next as
  select typo_key as key, word from search_word_next, search_typo_keys(word) typo_key;

  alter table search_entry_next alter channel_id set not null, alter rank set not null,
    alter content_types set not null, alter audiences set not null, alter tier set not null, alter block set not null,
    alter has_contact set not null, alter is_demo set not null, alter silence set not null, alter name_key set not null, alter words set not null;
  alter table search_order_next alter channel_id set not null, alter rank set not null, alter recency set not null,
    alter content_types set not null, alter audiences set not null, alter has_contact set not null,
    alter is_demo set not null, alter silence set not null;
  alter table search_combination_next alter content_types set not null, alter audiences set not null;
  alter table search_word_next alter word set not null, alter names set not null, alter tiers set not null;
  alter table search_typo_next alter key set not null, alter word set not null;

  perform search_create_indexes('_next');
  analyze search_entry_next, search_order_next, search_combination_next, search_word_next;

  -- in the order in which searches read them, or the two would wait for each other
  lock table search_entry, search_order, search_combination, search_word, search_typo in access exclusive mode;
  drop table search_entry, search_order, search_combination, search_word, search_typo;
  for built in
    select oid::regclass from pg_class
    where relnamespace = (select relnamespace from pg_class where oid = 'search_entry_next'::regclass)
      and relkind in ('r', 'i') and relname like 'search\_%\_next'
  loop
    execute format('alter table %s rename to %I', built, regexp_replace(built::text, '_next$', ''));
  end loop;
end $$;

-- A time as the API gives it.
create function search_instant_json(instant timestamptz) returns text
language sql immutable parallel safe
return coalesce('"' || to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null');

create or replace function search_channel_json(c channel) returns text
language sql stable parallel safe
return '{"channelId":' || to_json(coalesce((c).platform_id, (c).id::text))
  || ',"channel_name":' || to_json((c).name)
  || ',"thumbnail":' || coalesce(to_json((c).thumbnail_url)::text, 'null')
  || ',"targetAudience":"' || search_audience_names((c).audiences)
  || '","content_type":"' || search_content_type_names((c).content_types)
  || '","subsCount":' || coalesce((c).subscribers::text, 'null')
  || ',"url":' || coalesce(to_json((c).url)::text, 'null')
  || ',"country":' || coalesce(to_json((c).country)::text, 'null')
  || ',"language":' || coalesce(to_json((c).language)::text, 'null')
  || ',"lastUploadAt":' || search_instant_json((c).last_upload_at)
  || ',"uploadsCheckedAt":' || search_instant_json((c).uploads_checked_at)
  || ',"hasContact":' || (c).has_contact::text || '}';

select search_rebuild();
