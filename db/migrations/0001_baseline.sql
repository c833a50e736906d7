-- Locks nothing that exists: creates all tables of a new database.
--
-- The data from top to bottom, feature by feature, each table after those that it refers to. Functions and triggers are in
-- db/code, which is applied afterwards. Times are instants; a date is one in Moscow unless its comment says otherwise.

create extension if not exists fuzzystrmatch;

-- === The installation ===

-- Which migrations were applied.
create table schema_migration (
  name       text primary key,
  applied_at timestamptz not null default now()
);

-- Which functions of db/code are installed, and for which releases (src/server/db/code.ts).
create table schema_code (
  -- 'public', or the schema of a release's own functions
  name    text primary key,
  hash    text not null,
  -- of the program that installed them
  version text not null,
  -- when a server last started on them
  used_at timestamptz not null default now()
);

-- What this database was set up with: one row.
create table installation (
  is_the_only        boolean primary key default true check (is_the_only),
  -- says which secret the keyed hashes and sealed jobs need, without saying it
  secret_fingerprint text not null,
  -- a demonstration loses everything each night; null until a server has started here
  is_demo            boolean,
  demo_reset_on      date
);

-- The result of the last check of each invariant, which a job makes every night.
create table invariant_check (
  name       text primary key,
  offences   integer not null check (offences >= 0),
  checked_at timestamptz not null
);

-- What an operator changed, who and why. Append-only, and without anything personal: a person's number, an address's keyed hash.
create table audit_entry (
  id           bigint generated always as identity primary key,
  at           timestamptz not null,
  -- the name that the operator gave, or that of the system's user
  actor        text not null,
  -- of an operator in the console: the person who proved to be there; null: on the command line, where nothing checks the name
  operator_id  integer,
  -- the command: 'users block'
  verb         text not null,
  subject_kind text not null,
  subject_id   text not null,
  reason       text,
  before       jsonb,
  after        jsonb
);
create index audit_entry_subject on audit_entry (subject_kind, subject_id);

-- === Guards against abuse ===

-- How many calls a key has made, and when it counts anew, in ms since 1970. Keys are keyed hashes.
create table rate_limit (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Solved captchas and used identity tokens, until they expire, so that none counts twice.
create table solved_captcha (
  nonce      text primary key,
  expires_at timestamptz not null
);

create table used_nonce (
  nonce_hash bytea primary key,
  expires_at timestamptz not null
);

-- === Holders ===

-- Who owns uses, purchases and payments, and whose changes wait for each other. Deleting one deletes everything that it owns but the
-- ledger, which has no foreign key to it: accounting keeps that under the bare number.
create table holder (
  -- random, because people see their own: a running number would tell how many others there are. The server leaves out those
  -- of deleted accounts whose ledger is still kept
  id             integer primary key default
    (greatest(1, ('x' || right(gen_random_uuid()::text, 8))::bit(32)::integer & 2147483647)),
  kind           text not null check (kind in ('person', 'team')),
  -- the numbers of the newest record in their list of purchases and of the newest list of cards (db/code/public)
  purchases_made integer not null default 0,
  lists_made     integer not null default 0
);

-- === Accounts ===

create table person (
  -- that of the person's holder
  id                integer primary key references holder on delete cascade,
  -- the server trims it and makes it lower case
  email             text not null unique check (email = lower(email) and length(email) <= 254),
  username          text not null,
  -- argon2id; null for people who only sign in through an identity provider
  password_hash     text,
  -- that of the last login, for emails that no call of the person asks for
  language          text not null default 'en' check (language in ('en', 'ru')),
  is_sponsor        boolean not null default false,
  agreement_version text not null,
  agreed_at         timestamptz not null,
  consent_version   text not null,
  consented_at      timestamptz not null,
  -- the newest version of the terms that was announced to the person, at sign-up or by the notice after a login
  announced_terms        text not null default '',
  -- since when the first steps are shown no more: the person has been through them, or has closed them
  first_steps_ended_at   timestamptz,
  -- since when the welcome uses that a cap withheld are due
  welcome_due_since timestamptz,
  -- a blocked person has no session and gets none; the person sees only the kind of reason
  blocked_at        timestamptz,
  blocked_for       text check (blocked_for in ('rules', 'security', 'payment')),
  created_at        timestamptz not null,
  check ((blocked_at is null) = (blocked_for is null))
);
create index person_created_at on person (created_at, id);

-- Accounts at identity providers that open an account here. Known by issuer and subject alone: addresses change hands.
create table identity (
  -- without its scheme, which providers sometimes leave out
  issuer     text not null,
  subject    text not null,
  -- how a person names one of them, to disconnect it; random, like those of sessions and passkeys
  id         bigint not null unique default (('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint),
  person_id  integer not null references person on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identity_of_person on identity (person_id);

-- Six-digit codes. A browser has one for each address and purpose, and a new one replaces it, so that nobody makes another
-- browser's worthless; rate limits count how many are sent.
create table code (
  id           bigint generated always as identity primary key,
  email        text not null,
  purpose      text not null check (purpose in ('signIn', 'change', 'login')),
  code_hash    bytea not null,
  -- SHA-256 of the cookie of the browser that asked for it
  browser_hash bytea not null,
  -- the captcha that was solved for the request; sign-up must repeat it
  captcha_hash bytea,
  tries_left   smallint not null check (tries_left >= 0),
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  -- when the final call succeeded with it; it opens nothing from then on
  used_at      timestamptz,
  unique (email, purpose, browser_hash)
);

-- Links in emails: single use, for one purpose and person.
create table link_token (
  token_hash bytea primary key,
  purpose    text not null check (purpose in ('reset', 'delete', 'sessions')),
  person_id  integer not null references person on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index link_token_of_person on link_token (person_id);

-- Browsers that a person has logged in with, by a hash of their cookie: an email tells of a new one.
create table known_browser (
  person_id    integer not null references person on delete cascade,
  browser_hash bytea not null,
  seen_at      timestamptz not null,
  primary key (person_id, browser_hash)
);
create index known_browser_seen on known_browser (seen_at);

-- After repeated failures a login needs a code; in a known browser only after failures there, so that nobody else can cause it.
create table login_failure (
  email        text not null,
  browser_hash bytea,
  -- whether the account with that address knew the browser
  is_known     boolean not null,
  failed_at    timestamptz not null
);
create index login_failure_by_email on login_failure (email, failed_at);

-- Deleted accounts whose ledger is still kept for accounting. No foreign key: the holder is gone.
create table closed_account (
  holder_id integer primary key,
  closed_at timestamptz not null
);
create index closed_account_age on closed_account (closed_at);

-- === Sessions and second factor ===

create table session (
  -- random: its person sees it, and a running number would tell how often others log in
  id           bigint primary key default (('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint),
  person_id    integer not null references person on delete cascade,
  -- SHA-256 of the 256-bit token that only the cookie holds
  token_hash   bytea not null unique,
  csrf_token   text not null,
  user_agent   text not null default '',
  -- the OpenID Connect issuer whose account opened it, for logging out there
  issuer       text,
  created_at   timestamptz not null,
  -- when the person last gave a proof of who is there: at the login, and before some changes again
  proved_at    timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at   timestamptz not null
);
create index session_of_person on session (person_id);
create index session_expiry on session (expires_at);

create table totp (
  person_id     integer primary key references person on delete cascade,
  -- with a key that is derived from the application's secret
  secret_sealed text not null,
  -- the newest 30-second step whose code was used: none counts twice
  last_step     bigint not null,
  created_at    timestamptz not null
);

create table passkey (
  id            bigint primary key default (('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint),
  person_id     integer not null references person on delete cascade,
  -- as the browser names it, base64url
  credential_id text not null unique,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkey_of_person on passkey (person_id);

-- Keyed hashes of ten single-use codes for people who have lost the factor; a used one is deleted.
create table recovery_code (
  person_id integer not null references person on delete cascade,
  code_hash bytea not null,
  primary key (person_id, code_hash)
);

-- === Teams ===

create table team (
  -- that of the team's holder
  id         integer primary key references holder on delete cascade,
  name       text not null check (length(name) between 1 and 80),
  created_at timestamptz not null
);

create table member (
  team_id   integer not null references team on delete cascade,
  person_id integer not null references person on delete cascade,
  role      text not null check (role in ('owner', 'manager', 'buyer', 'viewer')),
  -- uses that they may spend for the team in a calendar month of Moscow's time; null: no limit but the team's balance
  budget    integer check (budget between 0 and 1000000),
  joined_at timestamptz not null,
  primary key (team_id, person_id)
);
create unique index member_owner on member (team_id) where role = 'owner';
create index member_of_person on member (person_id);

-- Mailed invitations. One for an address and team: a new one replaces it.
create table invitation (
  -- random: a running number would tell how many others invite
  id         integer primary key default
    (greatest(1, ('x' || right(gen_random_uuid()::text, 8))::bit(32)::integer & 2147483647)),
  team_id    integer not null references team on delete cascade,
  email      text not null check (email = lower(email)),
  role       text not null check (role in ('manager', 'buyer', 'viewer')),
  budget     integer check (budget between 0 and 1000000),
  token_hash bytea not null unique,
  invited_by integer references person on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (team_id, email)
);
create index invitation_invited_by on invitation (invited_by);
create index invitation_email on invitation (email);
create index invitation_expiry on invitation (expires_at);

-- Mailed links with which the owner of a team hands it over to another member, or deletes it. A new one replaces all earlier ones.
create table team_link (
  token_hash bytea primary key,
  team_id    integer not null unique,
  owner_id   integer not null,
  -- who becomes the owner; null: the team is deleted
  heir_id    integer,
  expires_at timestamptz not null,
  -- ends with either membership
  foreign key (team_id, owner_id) references member on delete cascade,
  foreign key (team_id, heir_id) references member on delete cascade
);
create index team_link_expiry on team_link (expires_at);

-- === Catalogue ===

create table channel (
  id                 bigint generated by default as identity primary key,
  platform           text not null,
  -- the platform's own id, where known
  platform_id        text,
  -- without the leading @, lower case
  handle             text,
  -- where it was imported from; with name_key it identifies channels that have neither id nor handle
  source             text not null,
  name               text not null,
  -- normalised (src/shared/rules/search-text.ts)
  name_key           text not null,
  -- words of name_key, separated by one space
  search_words       text not null,
  url                text,
  thumbnail_url      text,
  -- bit sets (src/shared/rules/content-types.ts, audiences.ts); 0 is unknown
  content_types      integer not null default 0,
  audiences          integer not null default 0,
  -- null is unknown, and outside every range
  subscribers        bigint check (subscribers >= 0),
  views              bigint check (views >= 0),
  uploads            bigint check (uploads >= 0),
  -- ISO 3166-1 alpha-2 and ISO 639; checked without regular expressions, which take a fifth of an insert
  country            text check (length(country) = 2 and translate(country, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') = ''),
  language           text check (length(language) in (2, 3) and translate(language, 'abcdefghijklmnopqrstuvwxyz', '') = ''),
  last_upload_at     timestamptz,
  -- when last_upload_at was true: between the two, no upload is known
  uploads_checked_at timestamptz,
  -- 'gone': the platform no longer has it; 'hidden': by an operator, and shown only to those who bought it
  status             text not null default 'active' check (status in ('active', 'gone', 'hidden')),
  -- since when the platform does not know it; gone once it has said so twice
  missing_since      timestamptz,
  is_demo            boolean not null default false,
  -- whether a contact can be sold, kept by the statements that write contacts
  has_contact        boolean not null default false,
  -- a bit set of the facts that an operator edited (EDITABLE in channels.sql.ts): imports and the refresh leave them alone
  edited_facts       integer not null default 0,
  -- random position for the stable shuffle
  shuffle_key        integer not null default floor(random() * 2147483647)::integer,
  -- when the facts were true, according to their source
  fetched_at         timestamptz not null,
  -- when the platform last answered; null while all facts are from imports
  refreshed_at       timestamptz,
  -- the refresh need not ask before; null: never asked
  ask_after          timestamptz,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);
-- The selective column first: the platform of nearly all is the same.
create unique index channel_platform_id on channel (platform_id, platform) where platform_id is not null;
create unique index channel_handle on channel (handle, platform) where handle is not null;
create unique index channel_source_name on channel (source, name_key) where platform_id is null and handle is null;
create index channel_operated on channel (id) where status = 'hidden' or edited_facts <> 0;
create index channel_ask_after on channel (platform, ask_after nulls first, id)
  where platform_id is not null and not is_demo;
create index channel_uploads_checked_at on channel (uploads_checked_at nulls first, id)
  where refreshed_at is not null and status = 'active';
create index channel_refreshed_at on channel (refreshed_at) where refreshed_at is not null;

-- Subscribers on the dates on which the platform was asked; deleted with its other data.
create table channel_day (
  channel_id  bigint not null references channel on delete cascade,
  day         date not null,
  subscribers bigint not null check (subscribers >= 0),
  primary key (channel_id, day)
);
create index channel_day_day on channel_day (day);

-- What is known of an email address, whatever channels have it. It is kept as long as a channel has it, or its owner wants a pause.
create table address (
  -- trimmed, lower case
  address          text primary key check (address = lower(address)),
  -- whether mail can reach it
  verification     text not null default 'unverified' check (verification in ('unverified', 'valid', 'invalid', 'unknown')),
  verified_at      timestamptz check ((verification = 'unverified') = (verified_at is null)),
  -- since when every check has found that mail cannot
  bad_since        timestamptz check ((verification = 'invalid') = (bad_since is not null) and bad_since <= verified_at),
  -- no check is due before
  check_after      timestamptz not null default '-infinity',
  -- when emails to it last came back, as a buyer says or we know
  bounced_at       timestamptz,
  -- whether an email of ours came back, or the operator said so: then it is not sold
  is_undeliverable boolean not null default false check (not is_undeliverable or bounced_at is not null),
  -- when an operator put it back on sale: only later bounces count
  restored_at      timestamptz,
  -- when the nightly job found that its owner was told that it is listed (creator_notice outlives the address)
  noticed_at       timestamptz,
  -- when its owner last said that it is right
  confirmed_at     timestamptz,
  -- subjects of advertising that its owner does not want (src/shared/rules/creators.ts)
  refuses          text[] not null default '{}',
  -- since when its owner wants no offers, and until when; null: until they end it
  paused_at        timestamptz,
  paused_until     timestamptz check (paused_until is null or paused_at is not null),
  -- when its owner objected: it is never sold or shown again, and nothing is kept of what they wanted
  suppressed_at    timestamptz check (suppressed_at is null or (refuses = '{}' and paused_at is null)),
  -- whether something of the above keeps it from being sold; those who bought it see it as long as its owner has not objected
  is_off_sale      boolean not null generated always as
    (suppressed_at is not null or paused_at is not null or is_undeliverable or verification = 'invalid') stored
);
create index address_check_after on address (check_after) where suppressed_at is null;
create index address_paused_until on address (paused_until) where paused_at is not null;
create index address_off_sale on address (address) where is_off_sale;

-- What is sold, apart from the channels: where an address of a channel was found, and when.
create table contact (
  id            bigint generated always as identity primary key,
  channel_id    bigint not null references channel on delete cascade,
  address       text not null references address,
  -- where it was found: 'import', 'website', 'creator' ...
  source_kind   text not null,
  source_url    text not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  -- Why this channel does not sell it for now. 'stale': neither seen nor confirmed for too long; 'source': its source is switched off
  withheld      text[] not null default '{}' check (withheld <@ array['stale', 'source']),
  unique (channel_id, address)
);
create index contact_address on contact (address);

-- Deleted contacts, without their addresses, so that those who bought one learn why it is gone.
create table retired_contact (
  contact_id bigint primary key,
  channel_id bigint not null references channel on delete cascade,
  -- 'age': neither seen nor confirmed for too long; 'objection': its owner had objected before
  reason     text not null check (reason in ('age', 'objection')),
  retired_at timestamptz not null
);
create index retired_contact_channel on retired_contact (channel_id);

-- Sources whose contacts are not sold: the host of the page where an address was found, or the kind of source.
create table switched_off_source (
  source text primary key check (source <> ''),
  at     timestamptz not null
);

-- Files that were given to import, and what became of them. What was uploaded is in DATA_DIR/imports.
create table import_run (
  id          bigint generated always as identity primary key,
  file_name   text not null,
  -- in bytes, when it is whole
  file_size   bigint not null,
  -- 'previewing' and 'running' hold an advisory lock; without it their process has died
  state       text not null check (state in ('uploading', 'uploaded', 'previewing', 'previewed', 'running', 'done', 'stopped', 'failed', 'undone')),
  -- how an operator last wanted it read
  options     jsonb not null default '{}',
  -- phase, rows, share, seconds left
  progress    jsonb,
  is_stopping boolean not null default false,
  -- what the import did, or the last preview found: counts, columns, reasons, nothing personal
  report      jsonb,
  -- why it failed
  failure     jsonb,
  created_at  timestamptz not null,
  started_at  timestamptz,
  finished_at timestamptz,
  -- in which order imports were written: they wait for each other
  place       bigint
);

-- The channels that an import wrote, as they were before, for its undo. It is deleted before it is too old to be kept of a platform.
create table import_before (
  channel_id bigint not null,
  run_id     bigint not null references import_run on delete cascade,
  -- null: there was none; without addresses, contacts go by their number
  before     jsonb,
  primary key (channel_id, run_id)
);
create index import_before_run on import_before (run_id, channel_id);

-- Columns that an operator named, for other files that have them.
create table import_preset (
  name    text primary key,
  -- as of `--map`: pairs of a field and a header
  columns jsonb not null
);

-- Calls to a platform by the limit that they count towards and the platform's own date, shared by all servers.
create table platform_quota (
  platform     text not null,
  bucket       text not null,
  day          date not null,
  used         integer not null check (used >= 0),
  -- those of `used` that were made for visitors, who have a share of their own
  by_visitors  integer not null default 0 check (by_visitors between 0 and used),
  -- when the platform itself said that nothing is left
  exhausted_at timestamptz,
  primary key (platform, bucket, day)
);

-- === Search ===

-- Copies of channels and their words in the order in which searches read them (docs/search.md). search_refresh keeps them up to
-- date, search_rebuild replaces them. Their indexes need functions, so db/code/public/search-upkeep.sql creates those.

-- One row for every active channel: what text finds and filters check. A change of subscribers within a tier touches no index.
create table search_entry (
  channel_id    bigint not null,
  rank          bigint not null,
  content_types integer not null,
  audiences     integer not null,
  tier          smallint not null,
  -- one of 4,096 random blocks, from channel.shuffle_key
  block         smallint not null,
  has_contact   boolean not null,
  is_demo       boolean not null,
  silence       smallint not null,
  country       text,
  language      text,
  -- channel.name_key without spaces
  name_key      text collate "C" not null,
  words         text not null
) with (fillfactor = 90);

-- The same channels in the orders of lists; apart, because these numbers change daily.
create table search_order (
  channel_id    bigint not null,
  rank          bigint not null,
  recency       bigint not null,
  content_types integer not null,
  audiences     integer not null,
  has_contact   boolean not null,
  is_demo       boolean not null,
  silence       smallint not null,
  country       text,
  language      text
);

-- The moment to which `silence` is counted in both tables; an hourly job moves it on. Empty: to each channel's last check.
create table search_day (
  is_the_only boolean primary key default true check (is_the_only),
  today       timestamptz not null
);

-- How many names have each word, and in which tiers: bit n is tier n. A bit may be out of date, none is missing.
create table search_word (
  word  text collate "C" not null,
  names integer not null,
  tiers integer not null
) with (fillfactor = 80);

-- Words by the hashes of what a single typing error leaves of them.
create table search_typo (
  key  integer not null,
  word text collate "C" not null
);

-- How many words begin alike, and how many names have them, by which a search chooses its order of reading. Only beginnings of
-- up to 5 letters that 300 words had at the last rebuild, until fewer than 100 have them.
create table search_beginning (
  beginning text collate "C" not null,
  words     integer not null,
  names     bigint not null
) with (fillfactor = 80);

-- === Topics ===

-- What a channel's recent titles are about, from the list of uploads that the refresh reads anyway. Deleted with the platform's
-- other data after STATISTICS_RETENTION_DAYS unless it is read again.
create table channel_recent (
  channel_id   bigint primary key references channel on delete cascade,
  -- at most 32 hashed words, most telling first; `words` has them as people wrote them, in the same order
  keys         integer[] not null check (cardinality(keys) <= 32),
  words        text[] not null check (cardinality(words) = cardinality(keys)),
  -- words that stand beside each other in several titles, as those write them
  pairs        text[] not null default '{}' check (cardinality(pairs) <= 8),
  -- the language that the titles are written in, as far as their words tell
  speech       text,
  -- uploads in each of twelve months, the last one being that of read_at
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

-- Channels without such words that were on a first page of results: their uploads are read before those of others.
create table shown_channel (
  channel_id bigint primary key references channel on delete cascade,
  shown_at   timestamptz not null
);
create index shown_channel_shown_at on shown_channel (shown_at);

-- === Reveals ===

-- The paid right to see a channel's contact, once for a holder and channel and for good. Append-only, and like the ledger it
-- outlives the account: holder_id has no foreign key.
create table reveal (
  holder_id  integer not null,
  -- who bought it for the holder; like the holder's, the number has no foreign key. Null: erased
  actor_id   integer,
  id         bigint generated always as identity,
  -- a channel that somebody paid for is never deleted, only merged (move_reveals) or marked as gone; null: it was merged into one
  -- that the same person had bought too
  channel_id bigint references channel,
  -- the contact that was sold; contacts come and go, so this is no foreign key
  contact_id bigint not null,
  created_at timestamptz not null,
  primary key (holder_id, id),
  unique (holder_id, channel_id)
);
create index reveal_of_channel on reveal (channel_id);
create index reveal_of_contact on reveal (contact_id, holder_id);
-- What a member spends of a team's uses in a month; and whose number is erased with the account.
create index reveal_of_actor on reveal (actor_id, holder_id, created_at) where actor_id <> holder_id;
-- Finds the reveals of a month. They are written in the order of time, so a few pages are enough.
create index reveal_created_at on reveal using brin (created_at);

-- The record in the holder's list, which can be deleted and made again; the reveal stays.
create table purchase (
  id             bigint generated always as identity primary key,
  -- counts each holder's own, so that it tells nothing of how much others buy; a trigger gives it
  transaction_id integer not null default 0 check (transaction_id > 0),
  holder_id      integer not null references holder on delete cascade,
  reveal_id      bigint not null,
  -- as they were when the record was made
  channel_name   text not null,
  thumbnail_url  text,
  created_at     timestamptz not null,
  -- when POST /purchase returned it
  handed_over_at timestamptz,
  unique (holder_id, reveal_id),
  unique (holder_id, transaction_id),
  foreign key (holder_id, reveal_id) references reveal (holder_id, id)
);

-- === Cards ===

-- A channel in a holder's hands, bought or not. One that was never changed (version 1) is kept only as long as it is in a list
-- or there is a purchase of it.
create table card (
  holder_id    integer not null references holder on delete cascade,
  -- as for a reveal: such a channel is never deleted, only merged
  channel_id   bigint not null references channel,
  stage        text not null default 'found' check (stage in
    ('found', 'contacted', 'replied', 'negotiating', 'booked', 'published', 'declined', 'never')),
  note         text not null default '' check (length(note) <= 4000),
  -- sorted
  tags         text[] not null default '{}' check (cardinality(tags) <= 20),
  next_step_on date,
  -- agreed, in hundredths
  price        bigint check (price >= 0),
  currency     text check (length(currency) = 3),
  -- the person in charge, without foreign key as in a reveal
  owner_id     integer,
  -- a change names the version that it was made on
  version      integer not null default 1,
  -- when and by whom it was last changed, as of a reveal; null in version 1
  changed_at   timestamptz,
  actor_id     integer,
  added_at     timestamptz not null,
  primary key (holder_id, channel_id),
  check ((price is null) = (currency is null))
);
create index card_added_at on card (holder_id, added_at desc, channel_id desc);
create index card_due on card (holder_id, next_step_on) where next_step_on is not null;
create index card_of_channel on card (channel_id);
create index card_of_actor on card (actor_id) where actor_id <> holder_id;
create index card_of_owner on card (owner_id) where owner_id <> holder_id;

create table list (
  holder_id  integer not null references holder on delete cascade,
  -- counts each holder's own; a trigger gives it
  id         integer not null default 0 check (id > 0),
  name       text not null check (length(name) between 1 and 80),
  -- from which, with the application's secret, follows the link of the page that everybody with it may read. Null: there is none
  link_seed  text unique,
  created_at timestamptz not null,
  primary key (holder_id, id),
  unique (holder_id, name)
);

create table list_card (
  holder_id  integer not null,
  list_id    integer not null,
  channel_id bigint not null,
  added_at   timestamptz not null,
  primary key (holder_id, list_id, channel_id),
  foreign key (holder_id, list_id) references list on delete cascade,
  foreign key (holder_id, channel_id) references card on delete cascade
);
create index list_card_of_card on list_card (holder_id, channel_id);

-- What was set on a card, in order. Append-only; it goes with the card.
create table card_event (
  id         bigint generated always as identity primary key,
  holder_id  integer not null,
  channel_id bigint not null,
  -- as of a reveal
  actor_id   integer,
  kind       text not null check (kind in ('stage', 'note', 'tags', 'next_step', 'price', 'owner', 'exported')),
  -- null: it was taken away. Tags are separated by commas, a price is '1500.50 EUR'
  value      text check (length(value) <= 4000),
  -- of kind 'owner': the person in charge from then on
  owner_id   integer,
  created_at timestamptz not null,
  foreign key (holder_id, channel_id) references card on delete cascade
);
create index card_event_of_card on card_event (holder_id, channel_id, created_at desc, id desc);
create index card_event_of_actor on card_event (actor_id) where actor_id <> holder_id;
create index card_event_of_owner on card_event (owner_id) where owner_id <> holder_id;

-- What revealing several channels would cost, as it was told to the person who asked; once started, the work itself. Purged when it
-- has expired unused, or some days after its start.
create table reveal_quote (
  holder_id  integer not null references holder on delete cascade,
  id         uuid not null,
  -- only they may start it
  actor_id   integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  started_at timestamptz,
  primary key (holder_id, id)
);
create index reveal_quote_created_at on reveal_quote (created_at);
create index reveal_quote_of_actor on reveal_quote (actor_id, holder_id);

create table reveal_quote_line (
  holder_id    integer not null,
  quote_id     uuid not null,
  position     smallint not null check (position between 1 and 200),
  -- the API's id, as it was asked for: it is found anew when its turn comes, because channels are merged
  channel_ref  text not null,
  channel_name text,
  -- whether the quote contains a use for it
  may_spend    boolean not null,
  -- null: its turn comes after the start
  result       text check (result in ('revealed', 'already', 'no_contact', 'withheld', 'not_found', 'no_uses', 'over_budget',
    'not_allowed', 'changed', 'failed', 'stopped')),
  -- what it paid for
  reveal_id    bigint,
  primary key (holder_id, quote_id, position),
  unique (holder_id, reveal_id),
  foreign key (holder_id, quote_id) references reveal_quote (holder_id, id) on delete cascade,
  foreign key (holder_id, reveal_id) references reveal (holder_id, id),
  check ((result is not distinct from 'revealed') = (reveal_id is not null)),
  check (may_spend or reveal_id is null)
);

-- === Payments ===

-- The company that stands on a holder's documents; each keeps the details of its day, so a change adds a row.
create table company (
  id         bigint generated always as identity primary key,
  holder_id  integer not null references holder on delete cascade,
  since      timestamptz not null,
  name       text not null,
  country    char(2) not null,
  -- the taxpayer's number in Russia and an organisation's reason code; elsewhere the number for VAT or another tax
  inn        text check ((inn is not null) = (country = 'RU')),
  kpp        text check (kpp is null or inn is not null),
  vat_number text check ((vat_number is not null) = (country <> 'RU')),
  address    text not null
);
create index company_of_holder on company (holder_id, id);

-- Money is counted in kopecks. Like the ledger, a payment outlives the account; the address for receipts goes with it.
create table payment (
  id               uuid primary key,
  holder_id        integer not null,
  -- who ordered it, as of a reveal
  actor_id         integer,
  -- what was sold and for how much, fixed when the payment is made
  package_id       smallint not null,
  uses             integer not null check (uses > 0),
  amount           integer not null check (amount > 0),
  -- that of the purchase, for emails that are sent later
  language         text not null check (language in ('en', 'ru')),
  state            text not null default 'created'
                   check (state in ('created', 'pending', 'succeeded', 'canceled', 'refunded')),
  cancel_reason    text,
  -- of the call that makes the payment at the provider; stored before that call
  idempotence_key  text not null unique,
  -- the provider's own id, once it has answered
  provider_id      text unique,
  confirmation_url text,
  -- the fiscal receipt as the provider reports it; null when none was asked for
  receipt          text check (receipt in ('pending', 'succeeded', 'canceled')),
  created_at       timestamptz not null,
  -- when the provider was last asked
  checked_at       timestamptz,
  -- when it was paid or canceled
  settled_at       timestamptz,
  -- since when the provider is known to have the money, while nothing is credited for it
  uncredited_since timestamptz,
  -- of an invoice, until when it can be paid by bank transfer; the provider knows nothing of it
  valid_until      timestamptz,
  -- what its documents say of the buyer; null: nothing was entered then
  company_id       bigint references company on delete set null,
  check (valid_until is null or provider_id is null),
  check (state in ('created', 'canceled') or (provider_id is null) = (valid_until is not null)),
  check ((state in ('succeeded', 'canceled', 'refunded')) = (settled_at is not null)),
  check ((state = 'canceled') = (cancel_reason is not null)),
  -- for the ledger, so that a payment is credited to the holder that paid
  unique (holder_id, id)
);
create index payment_of_holder on payment (holder_id, created_at desc, id);
create index payment_of_actor on payment (actor_id) where actor_id <> holder_id;
create index payment_of_company on payment (company_id) where company_id is not null;
create index payment_open on payment (created_at) where state in ('created', 'pending');
-- Lists of the operator: by when it was settled, or else ordered.
create index payment_at on payment (coalesce(settled_at, created_at), id);
create index payment_uncredited on payment (uncredited_since)
  where uncredited_since is not null and state in ('created', 'pending', 'canceled');

-- The number of an invoice, by which the operator finds it.
create unique index payment_of_invoice on payment (left(id::text, 8)) where valid_until is not null;

create table payment_address (
  payment_id  uuid primary key references payment on delete cascade,
  holder_id   integer not null references holder on delete cascade,
  email       text not null,
  -- the last digits of the card, where the provider tells them
  card_ending text check (card_ending ~ '^[0-9]{4}$')
);
create index payment_address_of_holder on payment_address (holder_id);

create table refund (
  id              uuid primary key,
  payment_id      uuid not null references payment on delete cascade,
  amount          integer not null check (amount > 0),
  -- taken back from the ledger when the refund was made
  uses            integer not null check (uses >= 0),
  -- in the operator's words, or that the account was gone when the payment succeeded
  reason          text not null,
  -- the kind of reason; null: no operator decided
  cause           text check (cause in ('mistake', 'duplicate', 'contacts', 'unauthorised', 'goodwill', 'other')),
  -- made in the shop's own cabinet and found at the provider, or of an invoice: by bank transfer
  by_hand         boolean not null default false,
  state           text not null default 'created' check (state in ('created', 'pending', 'succeeded', 'canceled')),
  cancel_reason   text,
  idempotence_key text not null unique,
  -- when it got that key, which is good for a day; a canceled refund is tried again under another one
  keyed_at        timestamptz not null,
  provider_id     text unique,
  created_at      timestamptz not null,
  checked_at      timestamptz,
  settled_at      timestamptz,
  check (by_hand or state in ('created', 'canceled') or provider_id is not null),
  check ((state in ('succeeded', 'canceled')) = (settled_at is not null)),
  check ((state = 'canceled') = (cancel_reason is not null)),
  check (not by_hand or state = 'succeeded')
);
-- A payment has one refund of ours, which is tried again in place, and any number made by hand.
create unique index refund_of_payment on refund (payment_id) where not by_hand;
create index refund_by_hand_of_payment on refund (payment_id) where by_hand;
create index refund_open on refund (created_at) where state in ('created', 'pending');

-- When the provider was last asked for refunds made by hand, and up to when all are known: one row.
create table refund_search (
  is_only     boolean primary key default true check (is_only),
  asked_at    timestamptz not null,
  known_until timestamptz
);

-- The ends of subscriptions about which a person has had an email: each once, however often the daily job runs.
create table subscription_reminder (
  holder_id integer not null references holder on delete cascade,
  last_date date not null,
  sent_at   timestamptz not null,
  primary key (holder_id, last_date)
);

-- === Uses ===

-- Who activated a promocode is in the ledger: a lot of kind 'promocode'.
create table promocode (
  -- as src/shared/rules/promocode.ts writes it
  code       text primary key check (code ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  uses       integer not null check (uses between 1 and 1000000),
  -- how many people may activate it; null: no limit
  places     integer check (places > 0),
  -- how many have; this row is the gate that concurrent activations pass
  activated  integer not null default 0 check (activated between 0 and coalesce(places, activated)),
  -- the last date on which it works; null: until it is ended
  last_date  date,
  ended_at   timestamptz,
  created_at timestamptz not null
);

-- The ledger. A lot is what a holder was given, an entry one movement of a lot; the balance is the sum of the entries of lots
-- without a date and of today's. Append-only (db/code/public/ledger.sql), except `spent`, which only grows: it is the gate that
-- concurrent spendings pass, and `verify` compares it with the entries.
--
-- A subscription's allowance is one lot for each date, all written when it is paid, so nothing has to happen at midnight.
--
-- No foreign key to holder: accounting keeps the ledger after the account is deleted, without name or address. Keys begin with
-- holder_id, so that a lot, its entries and a reveal cannot belong to different holders.
create table uses_lot (
  holder_id    integer not null,
  id           bigint generated always as identity,
  kind         text not null check (kind in ('welcome', 'promocode', 'grant', 'package', 'day', 'warranty')),
  -- What it was given for: a key for each kind but 'welcome', and the same thing is given once (the indexes below).
  promocode_id text references promocode check ((promocode_id is not null) = (kind = 'promocode')),
  payment_id   uuid check ((payment_id is not null) = (kind in ('package', 'day'))),
  -- that whose use came back, and why
  reveal_id    bigint check ((reveal_id is not null) = (kind = 'warranty')),
  cause        text check (cause in ('report', 'objection')) check ((cause is not null) = (kind = 'warranty')),
  -- the operator's, which makes a repeated command harmless, and the operator's words
  grant_key    text check ((grant_key is not null) = (kind = 'grant')),
  note         text check (note <> '') check ((note is not null) = (kind = 'grant')),
  granted      integer not null check (granted between 1 and 1000000) check (granted = 1 or kind <> 'warranty'),
  -- spent or taken back
  spent        integer not null default 0 check (spent between 0 and granted),
  -- of a day's allowance, the only date on which it can be spent
  valid_on     date check ((kind = 'day') = (valid_on is not null)),
  created_at   timestamptz not null,
  -- when a refund took back what was left of it
  withdrawn_at timestamptz check (withdrawn_at is null or spent = granted),
  primary key (holder_id, id),
  foreign key (holder_id, payment_id) references payment (holder_id, id),
  foreign key (holder_id, reveal_id) references reveal (holder_id, id)
) with (fillfactor = 80);
-- One allowance for a date; also how open lots are found (lots without a date are all distinct here).
create unique index uses_lot_of_date on uses_lot (holder_id, valid_on) where withdrawn_at is null;
create unique index uses_lot_of_welcome on uses_lot (holder_id) where kind = 'welcome';
create unique index uses_lot_of_promocode on uses_lot (holder_id, promocode_id) where promocode_id is not null;
create unique index uses_lot_of_payment on uses_lot (payment_id, valid_on) nulls not distinct where payment_id is not null;
create unique index uses_lot_of_reveal on uses_lot (holder_id, reveal_id) where reveal_id is not null;
create unique index uses_lot_of_grant on uses_lot (holder_id, grant_key) where grant_key is not null;

create table uses_entry (
  holder_id  integer not null,
  id         bigint generated always as identity,
  lot_id     bigint not null,
  -- +granted when a lot is given, -1 for a reveal, -n when a refund or the operator takes back
  amount     integer not null,
  reason     text not null check (reason in ('given', 'reveal', 'refund', 'taken')),
  -- the reveal that it paid for
  reveal_id  bigint check ((reason = 'reveal') = (reveal_id is not null)),
  created_at timestamptz not null,
  primary key (holder_id, id),
  foreign key (holder_id, lot_id) references uses_lot (holder_id, id),
  foreign key (holder_id, reveal_id) references reveal (holder_id, id),
  check (case reason when 'given' then amount > 0 when 'reveal' then amount = -1 else amount < 0 end)
);
create unique index uses_entry_of_reveal on uses_entry (holder_id, reveal_id) where reveal_id is not null;
create unique index uses_entry_of_gift on uses_entry (holder_id, lot_id) where reason = 'given';
create index uses_entry_created_at on uses_entry using brin (created_at);

-- Keyed hashes of normalised addresses that have had a one-time gift (welcome uses, a promocode). They outlive the account by
-- three years, so that deleting it and signing up again gives nothing twice.
create table gift_given (
  address_hash     bytea not null,
  gift             text not null,
  -- the day it was given, then the day the account was deleted
  remembered_since timestamptz not null,
  person_id        integer references person on delete set null,
  primary key (address_hash, gift)
);
create index gift_given_by_person on gift_given (person_id);

-- === Evidence ===

-- Whether contacts work (docs/evidence.md): what the DNS says of their domains, and what buyers report.
create table mail_domain (
  -- as the DNS spells it: lower case, punycode
  domain     text primary key,
  result     text not null check (result in ('ok', 'bad', 'cannot_tell')),
  -- what the DNS said, or why it said nothing
  detail     text not null check (detail in (
    'mx', 'address', 'null_mx', 'no_domain', 'no_mail', 'timeout', 'failure', 'refused', 'malformed')),
  -- who runs its mailboxes; null while that is not known
  provider   text,
  -- when the result was found
  checked_at timestamptz not null,
  -- when it was last asked; later than checked_at when that attempt had no result, and an earlier one is kept
  asked_at   timestamptz not null check (asked_at >= checked_at),
  -- since when every answer has been bad
  bad_since  timestamptz check (bad_since <= checked_at),
  check ((result = 'bad') = (bad_since is not null)),
  check ((result = 'cannot_tell') = (detail in ('timeout', 'failure', 'refused', 'malformed')))
);
create index mail_domain_asked_at on mail_domain (asked_at);

-- Contacts by the result of their check, counted every hour for the metrics.
create table contact_check_count (
  verification text primary key,
  contacts     bigint not null check (contacts > 0),
  -- when the oldest of these results was found
  oldest_at    timestamptz
);

create table bad_contact_report (
  id             bigint generated always as identity primary key,
  holder_id      integer not null,
  -- who reported it, as of a reveal
  actor_id       integer,
  reveal_id      bigint not null,
  -- contacts come and go, so these are no foreign keys: the one reported, and the one given in its place
  contact_id     bigint not null,
  replacement_id bigint,
  kind           text not null check (kind in ('bounced', 'no_mailbox', 'wrong_person', 'not_business')),
  -- what a mail server answered, without the email that it answers; removed after 90 days
  evidence       text check (length(evidence) <= 8000),
  -- enhanced status code (RFC 3463)
  code           text,
  state          text not null check (state in ('credited', 'replaced', 'review', 'refused')),
  -- why it is in this state, as a key of the dictionaries
  reason         text not null,
  reported_at    timestamptz not null,
  -- null while it waits for the operator
  decided_at     timestamptz check ((state = 'review') = (decided_at is null)),
  -- a contact is reported once for a reveal
  unique (holder_id, reveal_id, contact_id),
  foreign key (holder_id, reveal_id) references reveal (holder_id, id) on delete cascade
);
create index bad_contact_report_of_contact on bad_contact_report (contact_id);
create index bad_contact_report_of_replacement on bad_contact_report (replacement_id) where replacement_id is not null;
create index bad_contact_report_of_actor on bad_contact_report (actor_id) where actor_id <> holder_id;
create index bad_contact_report_open on bad_contact_report (id) where state = 'review';
create index bad_contact_report_evidence on bad_contact_report (reported_at) where evidence is not null;

-- What the public may read about contacts and returned uses, counted every night. Cells that are too small are left out before
-- a row is written, so no copy of the database has them either.
create table trust_statistics (
  day     date primary key,
  statistics jsonb not null,
  made_at timestamptz not null
);

-- === Creators ===

-- Keyed hashes of addresses whose owners were notified that they are listed: once for good, also when a contact comes back.
create table creator_notice (
  address_hash bytea primary key,
  sent_at      timestamptz not null
);

-- Mailed links; having one proves that a person reads email to the address.
create table creator_link (
  token_hash     bytea primary key,
  address        text not null check (address = lower(address)),
  -- the address that this one is preferred to, until its owner confirms that
  instead_of     text check (instead_of = lower(instead_of)),
  -- whether it has confirmed a preference, with which it ends
  for_preference boolean not null default false,
  created_at     timestamptz not null,
  expires_at     timestamptz not null
);
create index creator_link_address on creator_link (address);
create index creator_link_instead_of on creator_link (instead_of) where instead_of is not null;
create index creator_link_expiry on creator_link (expires_at);

-- Addresses that are preferred to others, so that the owner of the other one can take that back.
create table creator_preference (
  instead_of   text not null check (instead_of = lower(instead_of)),
  address      text not null check (address = lower(address) and address <> instead_of),
  confirmed_at timestamptz not null,
  primary key (instead_of, address)
);
create index creator_preference_address on creator_preference (address);

-- What owners of addresses ask of the operator. Removed a year after the answer.
create table creator_request (
  id          bigint generated always as identity primary key,
  address     text not null check (address = lower(address)),
  kind        text not null check (kind in ('copy', 'source', 'correction', 'complaint', 'other')),
  text        text not null check (length(text) between 1 and 2000),
  language    text not null check (language in ('en', 'ru')),
  -- whether it came by post or mail and was entered by an operator; received_at is then the start of the day
  by_hand     boolean not null default false,
  received_at timestamptz not null,
  -- by when it must be answered
  due_on      date not null,
  answered_at timestamptz
);
create index creator_request_open on creator_request (due_on) where answered_at is null;
create unique index creator_request_open_text on creator_request (address, kind, md5(text)) where answered_at is null and not by_hand;
create unique index creator_request_by_hand on creator_request (address, kind, received_at) where by_hand;

-- === Objections ===

-- Keyed hashes of addresses whose owners objected; every import obeys them.
create table suppression (
  address_hash bytea primary key,
  created_at   timestamptz not null
);

-- Mailed links with which the owner of an address confirms an objection.
create table optout_link (
  token_hash bytea primary key,
  address    text not null check (address = lower(address)),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index optout_link_expiry on optout_link (expires_at);

-- === Channel pages ===

-- The last videos of channels that people looked at, as the platform lists them; read again after a day.
create table channel_videos (
  channel_id bigint primary key references channel on delete cascade,
  -- null, like fetched_at, until the platform has answered
  videos     jsonb,
  fetched_at timestamptz,
  -- when a server last began to ask; others wait for the answer or for the problem
  asked_at   timestamptz not null,
  problem    text check (problem in ('quota', 'unavailable')),
  check ((videos is null) = (fetched_at is null))
);
create index channel_videos_told_at on channel_videos (coalesce(fetched_at, asked_at));

-- People who said that a channel shown as inactive still publishes.
create table alive_report (
  person_id   integer not null references person on delete cascade,
  channel_id  bigint not null references channel on delete cascade,
  reported_at timestamptz not null,
  primary key (person_id, channel_id)
);
create index alive_report_channel on alive_report (channel_id);

-- === Recommendations ===

-- Channels that a person never wants to be recommended again.
create table dismissed_channel (
  holder_id    integer not null references holder on delete cascade,
  channel_id   bigint not null references channel on delete cascade,
  dismissed_at timestamptz not null,
  primary key (holder_id, channel_id)
);
create index dismissed_channel_channel on dismissed_channel (channel_id);

-- Whether a person's purchases count towards what is recommended to others; no row: they do. What a person chooses takes effect
-- on a random night, and not again within 30 days: somebody who switches it on and off must not learn from the pairs
-- whose purchases they contain.
create table recommendation_choice (
  holder_id        integer primary key references holder on delete cascade,
  counts_purchases boolean not null,
  -- what the nights go by
  is_counted       boolean not null,
  -- since when, if that has ever changed
  changed_at       timestamptz,
  -- when the choice takes effect, where it differs
  due_at           timestamptz check ((due_at is not null) = (counts_purchases <> is_counted))
);
create index recommendation_choice_due on recommendation_choice (due_at) where due_at is not null;

-- Pairs of channels that at least six people bought both of, with a blurred number; made anew every night.
create table co_purchase (
  channel_id bigint not null references channel on delete cascade,
  other_id   bigint not null references channel on delete cascade,
  buyers     integer not null check (buyers >= 5),
  primary key (channel_id, other_id)
);
create index co_purchase_other on co_purchase (other_id);

-- === Saved searches ===

-- A search that a holder keeps by name. What is new in it are channels with later numbers than those of a mark: imports give them
-- in the order of their commits.
create table saved_search (
  id          bigint primary key default (('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint),
  holder_id   integer not null references holder on delete cascade,
  -- who saved it and is mailed what is new; the person's number, null: erased
  actor_id    integer,
  name        text not null check (length(name) between 1 and 80),
  -- text and filters, as POST /searches takes them
  query       jsonb not null,
  frequency   text not null check (frequency in ('never', 'day', 'week')),
  -- marks: the newest channel that was counted; those that were opened last, from (exclusive) and to; that was mailed
  counted_to  bigint not null,
  opened_from bigint not null,
  opened_to   bigint not null,
  mailed_to   bigint not null,
  -- how many of those from opened_to to counted_to the search finds, at most 1,000
  new_count   integer not null default 0 check (new_count between 0 and 1000),
  -- when it was in a digest last, at first when it was saved
  mailed_on   date not null,
  created_at  timestamptz not null,
  check (opened_from <= opened_to and opened_to <= counted_to and mailed_to <= counted_to)
);
create index saved_search_holder on saved_search (holder_id);
create index saved_search_of_actor on saved_search (actor_id);
create index saved_search_counted_to on saved_search (counted_to, id);

-- When a person was last mailed the digest of a holder's saved searches: once a day.
create table search_digest (
  holder_id integer not null references holder on delete cascade,
  person_id integer not null references person on delete cascade,
  mailed_on date not null,
  primary key (holder_id, person_id)
);
create index search_digest_person on search_digest (person_id);

-- === Email templates ===

-- Texts with fields in braces (src/shared/rules/templates.ts), from which people write to creators in their own mail programs.
create table email_template (
  id         bigint primary key default (('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint),
  holder_id  integer not null references holder on delete cascade,
  name       text not null check (length(name) between 1 and 80),
  subject    text not null check (length(subject) <= 4000),
  body       text not null check (length(body) <= 10000),
  created_at timestamptz not null
);
create index email_template_holder on email_template (holder_id);

-- === Statistics ===

-- Videos that people follow.
create table video (
  id                  bigint generated always as identity primary key,
  -- the platform's own ids; for the channel, too, as ours changes when channels are merged
  platform            text not null,
  platform_id         text not null check (platform_id <> ''),
  platform_channel_id text not null,
  title               text not null,
  thumbnail_url       text,
  published_at        timestamptz,
  -- when title, picture and channel were true; the platform's terms require refreshing or deleting them
  fetched_at          timestamptz not null,
  -- the date of the last answer about it, including one that said it is gone
  asked_on            date not null,
  -- since when the platform does not show it: deleted, private
  gone_since          timestamptz,
  -- until when a server is asking about it; a claim whose server died runs out
  claimed_until       timestamptz,
  unique (platform, platform_id)
);
create index video_of_channel on video (platform_channel_id, platform);
create index video_asked_on on video (asked_on);
create index video_fetched_at on video (fetched_at);

-- Its numbers, once a date. Null is unknown (hidden likes, comments switched off), never 0.
create table video_statistics (
  video_id   bigint not null references video on delete cascade,
  day        date not null,
  views      bigint check (views >= 0),
  likes      bigint check (likes >= 0),
  comments   bigint check (comments >= 0),
  fetched_at timestamptz not null,
  primary key (video_id, day)
);
create index video_statistics_day on video_statistics (day);

-- Who follows which video. It counts only while the person keeps the purchase of the video's channel.
create table tracking (
  holder_id     integer not null references holder on delete cascade,
  video_id      bigint not null references video on delete cascade,
  -- the day of the person's advertisement in it, which the chart marks
  advertised_on date,
  created_at    timestamptz not null,
  -- since when a purge has found no purchase; if its deletion is undone within a day, tracking goes on
  unowned_since timestamptz,
  primary key (holder_id, video_id)
);
create index tracking_of_video on tracking (video_id);

-- Names that a channel has no video for, as the platform said: for a while it is not asked again. Hashes of what people typed.
create table missing_video (
  platform            text not null,
  platform_channel_id text not null,
  name_hash           bytea not null,
  missing_until       timestamptz not null,
  primary key (platform, platform_channel_id, name_hash)
);
create index missing_video_until on missing_video (missing_until);

-- === Feedback ===

-- Sponsors' votes: one each, for whichever feature.
create table vote (
  person_id  integer primary key references person on delete cascade,
  feature    text not null check (feature in ('Dead channels Filtration', 'Recommendation System')),
  created_at timestamptz not null
);
create index vote_of_feature on vote (feature);

create table review (
  id         integer generated always as identity primary key,
  -- one review a person; null: the account was deleted, and with it who wrote this
  person_id  integer unique references person on delete set null,
  mark       smallint not null check (mark between 1 and 5),
  text       text not null check (length(text) between 1 and 2000),
  written_at timestamptz not null,
  -- set by the operator
  hidden_at  timestamptz
);

create table sponsor (
  id           integer generated always as identity primary key,
  name         text not null,
  url          text check (url ~ '^https?://'),
  -- roubles; only the order of the list shows it
  contribution integer not null default 0 check (contribution >= 0),
  -- when they agreed to be named
  agreed_at    timestamptz not null
);
create unique index sponsor_name on sponsor (lower(name));

-- === Console ===

-- Who runs the installation, among ordinary accounts.
create table operator (
  person_id integer primary key references person on delete cascade,
  role      text not null check (role in ('viewer', 'support', 'operator', 'owner')),
  added_at  timestamptz not null,
  -- null: the command line, the link of the first start, or a deleted account
  added_by  integer references person on delete set null
);
create index operator_added_by on operator (added_by);

-- When an operator last gave a second factor in a session.
create table operator_proof (
  session_id bigint primary key references session on delete cascade,
  proved_at  timestamptz not null
);

-- Links that make whoever opens them the first owner: SHA-256 of each token.
create table owner_link (
  token_hash bytea primary key,
  expires_at timestamptz not null
);

-- What every page says above everything; while there is a row for maintenance, people change nothing.
create table notice (
  kind    text primary key check (kind in ('announcement', 'maintenance')),
  level   text not null check (level in ('info', 'warning')),
  en      text not null,
  ru      text not null,
  set_at  timestamptz not null,
  -- null: until it is taken away
  ends_at timestamptz
);
