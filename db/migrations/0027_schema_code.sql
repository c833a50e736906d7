-- The functions of db/code in this database, and which releases use them (src/server/db/code.ts).
create table schema_code (
  -- 'public', or the schema of a release's own functions
  name    text primary key,
  -- of public: the hash of the files that were applied last, and the version of the program that did it
  hash    text,
  version text,
  -- of a release: when a server last said that it runs on them
  used_at timestamptz,
  check (case name when 'public' then num_nonnulls(hash, version) = 2 else used_at is not null end)
);

-- What a search calls is in the schema of its release from now on.
drop function
  search_content_type_names, search_audience_names, search_instant_json, search_channel_json, search_page_of,
  search_subscribers, search_passes_facets, search_passes, search_tiers, search_ranks, search_fills_tiers,
  search_facet_query, search_sample, search_way, search_place, search_block_at, search_list, search_total,
  search_lexeme, search_by_exact_key, search_by_key, search_by_words, search_similar, search_plan_words,
  search_plan_slips, search_text, search_text_by_subscribers, search_text_among, search_text_along,
  search_by_filter, search_find, search_known, search_by_text;
drop type
  search_page, search_filter, search_word_plan, search_slip_plan;
