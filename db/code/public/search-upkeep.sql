-- How the search tables are kept up to date with the channels. docs/search.md explains them.

-- Creates the indexes of these tables, or of their replacements during a rebuild (suffix '_next').
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
    'create unique index search_order_channel%1$s on search_order%1$s (channel_id)',
    'create index search_order_rank%1$s on search_order%1$s (rank, channel_id)
       include (content_types, audiences, has_contact, is_demo, silence, country, language)',
    'create index search_order_recency%1$s on search_order%1$s (recency, channel_id)
       include (rank, content_types, audiences, has_contact, is_demo, silence, country, language)',
    'create unique index search_word_word%1$s on search_word%1$s (word)',
    'create index search_typo_key%1$s on search_typo%1$s (key) include (word)',
    'create unique index search_beginning_key%1$s on search_beginning%1$s (beginning)'
  ] loop
    execute format(definition, suffix);
  end loop;
end $$;

-- A new database gets them here.
do $$
begin
  if to_regclass('search_entry_channel') is null then
    perform search_create_indexes('');
  end if;
end $$;

create or replace function search_lock_words() returns void
language sql
return pg_advisory_xact_lock(727003);

-- Updates the counts of words and of their common beginnings: adds deltas to the number of names that contain each word, and
-- the tiers of new names. Only one transaction at a time changes words (search_lock_words).
create or replace function search_count_words(words text[], deltas integer[], new_tiers integer[]) returns void
language plpgsql as $$
declare
  new_words text[];
  lost_words text[];
begin
  with counted as (
    insert into search_word as known (word, names, tiers)
    select d.word, d.delta, d.tiers from unnest(words, deltas, new_tiers) d (word, delta, tiers) order by d.word
    on conflict (word) do update set names = known.names + excluded.names, tiers = known.tiers | excluded.tiers
    -- xmax is zero in new rows only
    returning word, xmax = 0 as is_new
  )
  select array_agg(word) filter (where is_new) into new_words from counted;
  insert into search_typo (key, word)
  select typo_key, word from unnest(new_words) word, search_typo_keys(word) typo_key;

  with unused as (
    delete from search_word where word = any (words) and names <= 0 returning word
  )
  select array_agg(word) into lost_words from unused;
  delete from search_typo t using unnest(lost_words) lost (word), search_typo_keys(lost.word) typo_key
  where t.key = typo_key and t.word = lost.word;

  update search_beginning b set words = b.words + change.words, names = b.names + change.names
  from (
    select left(word, size) as beginning, sum(more_words) as words, sum(more_names) as names
    from (
      select word, 0 as more_words, delta as more_names from unnest(words, deltas) d (word, delta)
      union all select word, 1, 0 from unnest(new_words) word
      union all select word, -1, 0 from unnest(lost_words) word
    ) changed
    cross join generate_series(1, 5) size
    where length(word) >= size group by 1
  ) change
  where b.beginning = change.beginning;
  -- rare again: a search counts so few words itself
  delete from search_beginning b using unnest(lost_words) lost (word), generate_series(1, 5) size
  where b.beginning = left(lost.word, size) and b.words < 100;
end $$;

-- Updates the search structures after these channels were added, changed, hidden or merged; a deletion needs no call. Runs in
-- the caller's transaction, at READ COMMITTED, preferably as its last step: after a change of names or tiers, other
-- transactions that change them wait until it ends.
create or replace function search_refresh(ids bigint[]) returns void
language plpgsql as $$
declare
  changed record;
begin
  -- waits for a running rebuild before reading anything
  lock table search_entry in row exclusive mode;
  -- at most two passes: the second with the lock, when words change
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
    is_demo, search_silence(last_upload_at, uploads_checked_at, (select today from search_day)), country, language, replace(name_key, ' ', ''), search_words
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
    search_silence(last_upload_at, uploads_checked_at, (select today from search_day)), country, language
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

create or replace function search_forget_deleted() returns trigger
language plpgsql as $$
declare
  dropped record;
begin
  lock table search_entry in row exclusive mode;
  perform search_lock_words();
  with gone as (
    delete from search_entry where channel_id in (select id from deleted) returning words
  )
  select array_agg(word) as words, array_agg(-names) as deltas, array_agg(0) as tiers into dropped
  from (
    select word, count(*)::integer as names from gone, string_to_table(words, ' ') word where words <> '' group by word
  ) by_word;
  delete from search_order where channel_id in (select id from deleted);
  if dropped.words is not null then
    perform search_count_words(dropped.words, dropped.deltas, dropped.tiers);
  end if;
  return null;
end $$;

create or replace trigger search_forget_deleted after delete on channel
referencing old table as deleted for each statement execute function search_forget_deleted();

-- Rebuilds all search tables beside the current ones, which stay searchable, and swaps them at the end. Other writers wait
-- until the caller's transaction ends; readers wait only from the swap on, so that transaction should end soon after. Readers
-- lock these tables before they take their snapshot (search_by_text, search_by_filter): an older snapshot would see the new
-- tables as empty.
create or replace function search_rebuild() returns void
language plpgsql
set maintenance_work_mem = '512MB'
set work_mem = '256MB'
set parallel_tuple_cost = 0.02
-- its tables must not be created in the schema of a release
set search_path = public
as $$
declare
  built regclass;
  granting text;
begin
  lock table search_entry, search_order, search_word, search_typo, search_beginning in share row exclusive mode;

  -- CREATE TABLE AS, because INSERT never reads in parallel
  create table search_entry_next with (fillfactor = 90) as
  select id as channel_id, search_rank(subscribers) as rank, content_types, audiences, search_tier(subscribers) as tier,
    (shuffle_key >> 19)::smallint as block, has_contact, is_demo, search_silence(last_upload_at, uploads_checked_at, (select today from search_day)) as silence,
    country, language,
    replace(name_key, ' ', '') collate "C" as name_key, search_words as words
  from channel where status = 'active'
  -- rows that are read together are stored together, in all tables
  order by search_rank(subscribers), id;

  create table search_order_next as
  select id as channel_id, search_rank(subscribers) as rank, search_recency(last_upload_at) as recency, content_types,
    audiences, has_contact, is_demo, search_silence(last_upload_at, uploads_checked_at, (select today from search_day)) as silence, country, language
  from channel where status = 'active'
  order by search_rank(subscribers), id;

  create table search_word_next with (fillfactor = 80) as
  select word collate "C" as word, count(*)::integer as names, bit_or(1 << tier) as tiers from (
    select tier, string_to_table(words, ' ') as word from search_entry_next where words <> ''
  ) found group by word order by word collate "C";
  analyze search_word_next;

  create table search_typo_next as
  select typo_key as key, word from search_word_next, search_typo_keys(word) typo_key order by typo_key;

  -- only common ones: shorter lists are read from search_word itself
  create table search_beginning_next with (fillfactor = 80) as
  select left(word, size) as beginning, count(*)::integer as words, sum(names) as names
  from search_word_next cross join generate_series(1, 5) size
  where length(word) >= size
  group by 1 having count(*) >= 300;

  alter table search_entry_next alter channel_id set not null, alter rank set not null,
    alter content_types set not null, alter audiences set not null, alter tier set not null, alter block set not null,
    alter has_contact set not null, alter is_demo set not null, alter silence set not null,
    alter name_key set not null, alter words set not null;
  alter table search_order_next alter channel_id set not null, alter rank set not null, alter recency set not null,
    alter content_types set not null, alter audiences set not null, alter has_contact set not null,
    alter is_demo set not null, alter silence set not null;
  alter table search_word_next alter word set not null, alter names set not null, alter tiers set not null;
  alter table search_typo_next alter key set not null, alter word set not null;
  alter table search_beginning_next alter beginning set not null, alter words set not null, alter names set not null;

  perform search_create_indexes('_next');
  analyze search_entry_next, search_order_next, search_word_next, search_beginning_next;

  -- the server's role may be another than the owner, who rebuilds
  for granting in
    select format('grant %s on %I to %s', privilege_type, replacement.relname,
      case grantee when 0 then 'public' else grantee::regrole::text end)
    from pg_class current
    join pg_class replacement
      on replacement.relnamespace = current.relnamespace and replacement.relname = current.relname || '_next'
    cross join aclexplode(current.relacl)
    where current.relkind = 'r' and starts_with(current.relname, 'search_')
      and current.relnamespace = (select relnamespace from pg_class where oid = 'search_entry'::regclass)
  loop
    execute granting;
  end loop;

  -- in the order in which searches lock them, to avoid a deadlock
  lock table search_entry, search_order, search_word, search_typo, search_beginning in access exclusive mode;
  drop table search_entry, search_order, search_word, search_typo, search_beginning;
  for built in
    select oid::regclass from pg_class
    where relnamespace = (select relnamespace from pg_class where oid = 'search_entry_next'::regclass)
      and relkind in ('r', 'i') and relname like 'search\_%\_next'
  loop
    execute format('alter table %s rename to %I', built, regexp_replace(built::text, '_next$', ''));
  end loop;
end $$;

-- search_refresh or search_rebuild, whichever is faster for this number of channels.
create or replace function search_sync(ids bigint[]) returns void
language plpgsql as $$
begin
  if cardinality(ids) > 1000 + (select count(*) from search_entry) / 8 then
    perform search_rebuild();
  else
    perform search_refresh(ids);
  end if;
end $$;
