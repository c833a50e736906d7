-- What a channel's recent titles are about, from the list of uploads that the refresh receives anyway. Deleted with the
-- platform's other data after STATISTICS_RETENTION_DAYS unless it is asked again.
create table channel_recent (
  channel_id   bigint primary key references channel on delete cascade,
  -- at most 32 hashed words, most telling first; words are the same as people wrote them, in the same order
  keys         integer[] not null check (cardinality(keys) <= 32),
  words        text[] not null check (cardinality(words) = cardinality(keys)),
  -- the language that the titles are written in, as far as their words tell
  speech       text,
  -- uploads of twelve months, the last one being that of read_at
  months       smallint[] not null,
  -- the oldest upload of the list; null when the list was whole
  listed_since timestamptz,
  read_at      timestamptz not null
);
create index channel_recent_read_at on channel_recent (read_at);
create index channel_recent_keys on channel_recent using gin (keys) with (fastupdate = off);

-- How many channels of a sample use a word, those of a single channel left out; key 0 is the whole sample.
create table topic_word (
  key      integer primary key,
  channels integer not null check (channels > 0)
);

-- Channels without words that were on the first page of somebody's results, whose uploads are asked for before others'.
create table shown_channel (
  channel_id bigint primary key references channel on delete cascade,
  shown_at   timestamptz not null
);
create index shown_channel_shown_at on shown_channel (shown_at);
