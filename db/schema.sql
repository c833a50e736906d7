-- What db/migrations and db/code make, to be read: `npm run tables` writes this file, and test/tables.test.ts compares it.

CREATE TABLE address (
  address          text NOT NULL,
  verification     text DEFAULT 'unverified'::text NOT NULL,
  verified_at      timestamptz,
  bad_since        timestamptz,
  check_after      timestamptz DEFAULT '-infinity'::timestamptz NOT NULL,
  bounced_at       timestamptz,
  is_undeliverable boolean DEFAULT false NOT NULL,
  restored_at      timestamptz,
  noticed_at       timestamptz,
  confirmed_at     timestamptz,
  refuses          text[] DEFAULT '{}'::text[] NOT NULL,
  paused_at        timestamptz,
  paused_until     timestamptz,
  suppressed_at    timestamptz,
  is_off_sale      boolean GENERATED ALWAYS AS (((suppressed_at IS NOT NULL) OR (paused_at IS NOT NULL) OR is_undeliverable OR (verification = 'invalid'::text))) STORED NOT NULL,
  CONSTRAINT address_pkey PRIMARY KEY (address),
  CONSTRAINT address_address_check CHECK (address = lower(address)),
  CONSTRAINT address_check CHECK ((verification = 'unverified'::text) = (verified_at IS NULL)),
  CONSTRAINT address_check1 CHECK ((verification = 'invalid'::text) = (bad_since IS NOT NULL) AND bad_since <= verified_at),
  CONSTRAINT address_check2 CHECK (NOT is_undeliverable OR bounced_at IS NOT NULL),
  CONSTRAINT address_check3 CHECK (paused_until IS NULL OR paused_at IS NOT NULL),
  CONSTRAINT address_check4 CHECK (suppressed_at IS NULL OR refuses = '{}'::text[] AND paused_at IS NULL),
  CONSTRAINT address_verification_check CHECK (verification = ANY (ARRAY['unverified'::text, 'valid'::text, 'invalid'::text, 'unknown'::text]))
);
CREATE INDEX address_check_after ON address (check_after) WHERE (suppressed_at IS NULL);
CREATE INDEX address_off_sale ON address (address) WHERE is_off_sale;
CREATE INDEX address_paused_until ON address (paused_until) WHERE (paused_at IS NOT NULL);
CREATE TRIGGER address_suppression_waits BEFORE UPDATE OF suppressed_at ON address FOR EACH ROW WHEN (old.suppressed_at IS NULL AND new.suppressed_at IS NOT NULL) EXECUTE FUNCTION wait_for_reveals();

CREATE TABLE alive_report (
  person_id   integer NOT NULL,
  channel_id  bigint NOT NULL,
  reported_at timestamptz NOT NULL,
  CONSTRAINT alive_report_pkey PRIMARY KEY (person_id, channel_id),
  CONSTRAINT alive_report_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  CONSTRAINT alive_report_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX alive_report_channel ON alive_report (channel_id);

CREATE TABLE audit_entry (
  id           bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at           timestamptz NOT NULL,
  actor        text NOT NULL,
  verb         text NOT NULL,
  subject_kind text NOT NULL,
  subject_id   text NOT NULL,
  reason       text,
  before       jsonb,
  after        jsonb,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_subject ON audit_entry (subject_kind, subject_id);
CREATE TRIGGER audit_entry_fixed BEFORE DELETE OR UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_not_truncated BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TABLE bad_contact_report (
  id             bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  holder_id      integer NOT NULL,
  actor_id       integer,
  reveal_id      bigint NOT NULL,
  contact_id     bigint NOT NULL,
  replacement_id bigint,
  kind           text NOT NULL,
  evidence       text,
  code           text,
  state          text NOT NULL,
  reason         text NOT NULL,
  reported_at    timestamptz NOT NULL,
  decided_at     timestamptz,
  CONSTRAINT bad_contact_report_pkey PRIMARY KEY (id),
  CONSTRAINT bad_contact_report_holder_id_reveal_id_contact_id_key UNIQUE (holder_id, reveal_id, contact_id),
  CONSTRAINT bad_contact_report_holder_id_reveal_id_fkey FOREIGN KEY (holder_id, reveal_id) REFERENCES reveal(holder_id, id) ON DELETE CASCADE,
  CONSTRAINT bad_contact_report_check CHECK ((state = 'review'::text) = (decided_at IS NULL)),
  CONSTRAINT bad_contact_report_evidence_check CHECK (length(evidence) <= 8000),
  CONSTRAINT bad_contact_report_kind_check CHECK (kind = ANY (ARRAY['bounced'::text, 'no_mailbox'::text, 'wrong_person'::text, 'not_business'::text])),
  CONSTRAINT bad_contact_report_state_check CHECK (state = ANY (ARRAY['credited'::text, 'replaced'::text, 'review'::text, 'refused'::text]))
);
CREATE INDEX bad_contact_report_evidence ON bad_contact_report (reported_at) WHERE (evidence IS NOT NULL);
CREATE INDEX bad_contact_report_of_actor ON bad_contact_report (actor_id) WHERE (actor_id <> holder_id);
CREATE INDEX bad_contact_report_of_contact ON bad_contact_report (contact_id);
CREATE INDEX bad_contact_report_of_replacement ON bad_contact_report (replacement_id) WHERE (replacement_id IS NOT NULL);
CREATE INDEX bad_contact_report_open ON bad_contact_report (id) WHERE (state = 'review'::text);

CREATE TABLE card (
  holder_id    integer NOT NULL,
  channel_id   bigint NOT NULL,
  stage        text DEFAULT 'found'::text NOT NULL,
  note         text DEFAULT ''::text NOT NULL,
  tags         text[] DEFAULT '{}'::text[] NOT NULL,
  next_step_on date,
  price        bigint,
  currency     text,
  owner_id     integer,
  version      integer DEFAULT 1 NOT NULL,
  changed_at   timestamptz,
  actor_id     integer,
  added_at     timestamptz NOT NULL,
  CONSTRAINT card_pkey PRIMARY KEY (holder_id, channel_id),
  CONSTRAINT card_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  CONSTRAINT card_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT card_check CHECK ((price IS NULL) = (currency IS NULL)),
  CONSTRAINT card_currency_check CHECK (length(currency) = 3),
  CONSTRAINT card_note_check CHECK (length(note) <= 4000),
  CONSTRAINT card_price_check CHECK (price >= 0),
  CONSTRAINT card_stage_check CHECK (stage = ANY (ARRAY['found'::text, 'contacted'::text, 'replied'::text, 'negotiating'::text, 'booked'::text, 'published'::text, 'declined'::text, 'never'::text])),
  CONSTRAINT card_tags_check CHECK (cardinality(tags) <= 20)
);
CREATE INDEX card_added_at ON card (holder_id, added_at DESC, channel_id DESC);
CREATE INDEX card_due ON card (holder_id, next_step_on) WHERE (next_step_on IS NOT NULL);
CREATE INDEX card_of_actor ON card (actor_id) WHERE (actor_id <> holder_id);
CREATE INDEX card_of_channel ON card (channel_id);
CREATE INDEX card_of_owner ON card (owner_id) WHERE (owner_id <> holder_id);

CREATE TABLE card_event (
  id         bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  holder_id  integer NOT NULL,
  channel_id bigint NOT NULL,
  actor_id   integer,
  kind       text NOT NULL,
  value      text,
  owner_id   integer,
  created_at timestamptz NOT NULL,
  CONSTRAINT card_event_pkey PRIMARY KEY (id),
  CONSTRAINT card_event_holder_id_channel_id_fkey FOREIGN KEY (holder_id, channel_id) REFERENCES card(holder_id, channel_id) ON DELETE CASCADE,
  CONSTRAINT card_event_kind_check CHECK (kind = ANY (ARRAY['stage'::text, 'note'::text, 'tags'::text, 'next_step'::text, 'price'::text, 'owner'::text, 'exported'::text])),
  CONSTRAINT card_event_value_check CHECK (length(value) <= 4000)
);
CREATE INDEX card_event_of_actor ON card_event (actor_id) WHERE (actor_id <> holder_id);
CREATE INDEX card_event_of_card ON card_event (holder_id, channel_id, created_at DESC, id DESC);
CREATE INDEX card_event_of_owner ON card_event (owner_id) WHERE (owner_id <> holder_id);
CREATE TRIGGER card_event_fixed BEFORE UPDATE OF id, holder_id, kind, value, created_at ON card_event FOR EACH ROW EXECUTE FUNCTION refuse_card_event_change();
CREATE TRIGGER card_event_kept BEFORE DELETE ON card_event FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_card_event_change();
CREATE TRIGGER card_event_not_truncated BEFORE TRUNCATE ON card_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_card_event_change();

CREATE TABLE channel (
  id                 bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  platform           text DEFAULT 'youtube'::text NOT NULL,
  platform_id        text,
  handle             text,
  source             text NOT NULL,
  name               text NOT NULL,
  name_key           text NOT NULL,
  search_words       text NOT NULL,
  url                text,
  thumbnail_url      text,
  content_types      integer DEFAULT 0 NOT NULL,
  audiences          integer DEFAULT 0 NOT NULL,
  subscribers        bigint,
  views              bigint,
  uploads            bigint,
  country            text,
  language           text,
  last_upload_at     timestamptz,
  uploads_checked_at timestamptz,
  status             text DEFAULT 'active'::text NOT NULL,
  missing_since      timestamptz,
  is_demo            boolean DEFAULT false NOT NULL,
  has_contact        boolean DEFAULT false NOT NULL,
  edited_facts       integer DEFAULT 0 NOT NULL,
  shuffle_key        integer DEFAULT (floor((random() * (2147483647)::double precision)))::integer NOT NULL,
  fetched_at         timestamptz NOT NULL,
  refreshed_at       timestamptz,
  ask_after          timestamptz,
  created_at         timestamptz DEFAULT now() NOT NULL,
  updated_at         timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT channel_pkey PRIMARY KEY (id),
  CONSTRAINT channel_country_check CHECK (length(country) = 2 AND translate(country, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'::text, ''::text) = ''::text),
  CONSTRAINT channel_language_check CHECK ((length(language) = ANY (ARRAY[2, 3])) AND translate(language, 'abcdefghijklmnopqrstuvwxyz'::text, ''::text) = ''::text),
  CONSTRAINT channel_status_check CHECK (status = ANY (ARRAY['active'::text, 'gone'::text, 'hidden'::text])),
  CONSTRAINT channel_subscribers_check CHECK (subscribers >= 0),
  CONSTRAINT channel_uploads_check CHECK (uploads >= 0),
  CONSTRAINT channel_views_check CHECK (views >= 0)
);
CREATE INDEX channel_ask_after ON channel (platform, ask_after NULLS FIRST, id) WHERE ((platform_id IS NOT NULL) AND (NOT is_demo));
CREATE UNIQUE INDEX channel_handle ON channel (handle, platform) WHERE (handle IS NOT NULL);
CREATE INDEX channel_operated ON channel (id) WHERE ((status = 'hidden'::text) OR (edited_facts <> 0));
CREATE UNIQUE INDEX channel_platform_id ON channel (platform_id, platform) WHERE (platform_id IS NOT NULL);
CREATE INDEX channel_refreshed_at ON channel (refreshed_at) WHERE (refreshed_at IS NOT NULL);
CREATE UNIQUE INDEX channel_source_name ON channel (source, name_key) WHERE ((platform_id IS NULL) AND (handle IS NULL));
CREATE INDEX channel_uploads_checked_at ON channel (uploads_checked_at NULLS FIRST, id) WHERE ((refreshed_at IS NOT NULL) AND (status = 'active'::text));
CREATE TRIGGER search_forget_deleted AFTER DELETE ON channel REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION search_forget_deleted();

CREATE TABLE channel_day (
  channel_id  bigint NOT NULL,
  day         date NOT NULL,
  subscribers bigint NOT NULL,
  CONSTRAINT channel_day_pkey PRIMARY KEY (channel_id, day),
  CONSTRAINT channel_day_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  CONSTRAINT channel_day_subscribers_check CHECK (subscribers >= 0)
);
CREATE INDEX channel_day_day ON channel_day (day);

CREATE TABLE channel_recent (
  channel_id   bigint NOT NULL,
  keys         integer[] NOT NULL,
  words        text[] NOT NULL,
  pairs        text[] DEFAULT '{}'::text[] NOT NULL,
  speech       text,
  months       smallint[] NOT NULL,
  listed_since timestamptz,
  read_at      timestamptz NOT NULL,
  CONSTRAINT channel_recent_pkey PRIMARY KEY (channel_id),
  CONSTRAINT channel_recent_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  CONSTRAINT channel_recent_check CHECK (cardinality(words) = cardinality(keys)),
  CONSTRAINT channel_recent_keys_check CHECK (cardinality(keys) <= 32),
  CONSTRAINT channel_recent_pairs_check CHECK (cardinality(pairs) <= 8)
);
CREATE INDEX channel_recent_keys ON channel_recent USING gin (keys) WITH (fastupdate=off);
CREATE INDEX channel_recent_read_at ON channel_recent (read_at);

CREATE TABLE channel_videos (
  channel_id bigint NOT NULL,
  videos     jsonb,
  fetched_at timestamptz,
  asked_at   timestamptz NOT NULL,
  problem    text,
  CONSTRAINT channel_videos_pkey PRIMARY KEY (channel_id),
  CONSTRAINT channel_videos_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  CONSTRAINT channel_videos_check CHECK ((videos IS NULL) = (fetched_at IS NULL)),
  CONSTRAINT channel_videos_problem_check CHECK (problem = ANY (ARRAY['quota'::text, 'unavailable'::text]))
);
CREATE INDEX channel_videos_told_at ON channel_videos (COALESCE(fetched_at, asked_at));

CREATE TABLE closed_account (
  holder_id integer NOT NULL,
  closed_at timestamptz NOT NULL,
  CONSTRAINT closed_account_pkey PRIMARY KEY (holder_id)
);
CREATE INDEX closed_account_age ON closed_account (closed_at);

CREATE TABLE co_purchase (
  channel_id bigint NOT NULL,
  other_id   bigint NOT NULL,
  buyers     integer NOT NULL,
  CONSTRAINT co_purchase_pkey PRIMARY KEY (channel_id, other_id),
  CONSTRAINT co_purchase_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  CONSTRAINT co_purchase_other_id_fkey FOREIGN KEY (other_id) REFERENCES channel(id) ON DELETE CASCADE,
  CONSTRAINT co_purchase_buyers_check CHECK (buyers >= 5)
);
CREATE INDEX co_purchase_other ON co_purchase (other_id);

CREATE TABLE code (
  id           bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  email        text NOT NULL,
  purpose      text NOT NULL,
  code_hash    bytea NOT NULL,
  browser_hash bytea NOT NULL,
  captcha_hash bytea,
  tries_left   smallint NOT NULL,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz,
  CONSTRAINT code_pkey PRIMARY KEY (id),
  CONSTRAINT code_email_purpose_browser_hash_key UNIQUE (email, purpose, browser_hash),
  CONSTRAINT code_purpose_check CHECK (purpose = ANY (ARRAY['signIn'::text, 'change'::text, 'login'::text])),
  CONSTRAINT code_tries_left_check CHECK (tries_left >= 0)
);

CREATE TABLE company (
  holder_id  integer NOT NULL,
  name       text NOT NULL,
  country    character(2) NOT NULL,
  inn        text,
  kpp        text,
  vat_number text,
  address    text NOT NULL,
  CONSTRAINT company_pkey PRIMARY KEY (holder_id),
  CONSTRAINT company_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT company_check CHECK ((inn IS NOT NULL) = (country = 'RU'::bpchar)),
  CONSTRAINT company_check1 CHECK (kpp IS NULL OR inn IS NOT NULL),
  CONSTRAINT company_check2 CHECK ((vat_number IS NOT NULL) = (country <> 'RU'::bpchar))
);

CREATE TABLE contact (
  id            bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  channel_id    bigint NOT NULL,
  address       text NOT NULL,
  source_kind   text NOT NULL,
  source_url    text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  withheld      text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT contact_pkey PRIMARY KEY (id),
  CONSTRAINT contact_channel_id_address_key UNIQUE (channel_id, address),
  CONSTRAINT contact_address_fkey FOREIGN KEY (address) REFERENCES address(address),
  CONSTRAINT contact_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  CONSTRAINT contact_withheld_check CHECK (withheld <@ ARRAY['stale'::text, 'source'::text])
);
CREATE INDEX contact_address ON contact (address);
CREATE TRIGGER contact_deleted AFTER DELETE ON contact REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_addresses_of_deleted();

CREATE TABLE contact_check_count (
  verification text NOT NULL,
  contacts     bigint NOT NULL,
  oldest_at    timestamptz,
  CONSTRAINT contact_check_count_pkey PRIMARY KEY (verification),
  CONSTRAINT contact_check_count_contacts_check CHECK (contacts > 0)
);

CREATE TABLE creator_link (
  token_hash     bytea NOT NULL,
  address        text NOT NULL,
  instead_of     text,
  for_preference boolean DEFAULT false NOT NULL,
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  CONSTRAINT creator_link_pkey PRIMARY KEY (token_hash),
  CONSTRAINT creator_link_address_check CHECK (address = lower(address)),
  CONSTRAINT creator_link_instead_of_check CHECK (instead_of = lower(instead_of))
);
CREATE INDEX creator_link_address ON creator_link (address);
CREATE INDEX creator_link_expiry ON creator_link (expires_at);
CREATE INDEX creator_link_instead_of ON creator_link (instead_of) WHERE (instead_of IS NOT NULL);

CREATE TABLE creator_notice (
  address_hash bytea NOT NULL,
  sent_at      timestamptz NOT NULL,
  CONSTRAINT creator_notice_pkey PRIMARY KEY (address_hash)
);

CREATE TABLE creator_preference (
  instead_of   text NOT NULL,
  address      text NOT NULL,
  confirmed_at timestamptz NOT NULL,
  CONSTRAINT creator_preference_pkey PRIMARY KEY (instead_of, address),
  CONSTRAINT creator_preference_check CHECK (address = lower(address) AND address <> instead_of),
  CONSTRAINT creator_preference_instead_of_check CHECK (instead_of = lower(instead_of))
);
CREATE INDEX creator_preference_address ON creator_preference (address);

CREATE TABLE creator_request (
  id          bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  address     text NOT NULL,
  kind        text NOT NULL,
  text        text NOT NULL,
  language    text NOT NULL,
  by_hand     boolean DEFAULT false NOT NULL,
  received_at timestamptz NOT NULL,
  due_on      date NOT NULL,
  answered_at timestamptz,
  CONSTRAINT creator_request_pkey PRIMARY KEY (id),
  CONSTRAINT creator_request_address_check CHECK (address = lower(address)),
  CONSTRAINT creator_request_kind_check CHECK (kind = ANY (ARRAY['copy'::text, 'source'::text, 'correction'::text, 'complaint'::text, 'other'::text])),
  CONSTRAINT creator_request_language_check CHECK (language = ANY (ARRAY['en'::text, 'ru'::text])),
  CONSTRAINT creator_request_text_check CHECK (length(text) >= 1 AND length(text) <= 2000)
);
CREATE UNIQUE INDEX creator_request_by_hand ON creator_request (address, kind, received_at) WHERE by_hand;
CREATE INDEX creator_request_open ON creator_request (due_on) WHERE (answered_at IS NULL);
CREATE UNIQUE INDEX creator_request_open_text ON creator_request (address, kind, md5(text)) WHERE ((answered_at IS NULL) AND (NOT by_hand));

CREATE TABLE dismissed_channel (
  holder_id    integer NOT NULL,
  channel_id   bigint NOT NULL,
  dismissed_at timestamptz NOT NULL,
  CONSTRAINT dismissed_channel_pkey PRIMARY KEY (holder_id, channel_id),
  CONSTRAINT dismissed_channel_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  CONSTRAINT dismissed_channel_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE
);
CREATE INDEX dismissed_channel_channel ON dismissed_channel (channel_id);

CREATE TABLE email_template (
  id         bigint DEFAULT ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint NOT NULL,
  holder_id  integer NOT NULL,
  name       text NOT NULL,
  subject    text NOT NULL,
  body       text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT email_template_pkey PRIMARY KEY (id),
  CONSTRAINT email_template_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT email_template_body_check CHECK (length(body) <= 10000),
  CONSTRAINT email_template_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT email_template_subject_check CHECK (length(subject) <= 4000)
);
CREATE INDEX email_template_holder ON email_template (holder_id);

CREATE TABLE gift_given (
  address_hash     bytea NOT NULL,
  gift             text NOT NULL,
  remembered_since timestamptz NOT NULL,
  person_id        integer,
  CONSTRAINT gift_given_pkey PRIMARY KEY (address_hash, gift),
  CONSTRAINT gift_given_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL
);
CREATE INDEX gift_given_by_person ON gift_given (person_id);

CREATE TABLE holder (
  id             integer DEFAULT GREATEST(1, (((('x'::text || "right"((gen_random_uuid())::text, 8)))::bit(32))::integer & 2147483647)) NOT NULL,
  kind           text NOT NULL,
  purchases_made integer DEFAULT 0 NOT NULL,
  lists_made     integer DEFAULT 0 NOT NULL,
  CONSTRAINT holder_pkey PRIMARY KEY (id),
  CONSTRAINT holder_kind_check CHECK (kind = ANY (ARRAY['person'::text, 'team'::text]))
);

CREATE TABLE identity (
  issuer     text NOT NULL,
  subject    text NOT NULL,
  id         bigint DEFAULT ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint NOT NULL,
  person_id  integer NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT identity_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT identity_id_key UNIQUE (id),
  CONSTRAINT identity_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX identity_of_person ON identity (person_id);

CREATE TABLE import_run (
  id          bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  file_name   text NOT NULL,
  file_sha256 text NOT NULL,
  source      text NOT NULL,
  rows_read   bigint NOT NULL,
  added       bigint NOT NULL,
  changed     bigint NOT NULL,
  unchanged   bigint NOT NULL,
  duplicates  bigint NOT NULL,
  refused     bigint NOT NULL,
  started_at  timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  CONSTRAINT import_run_pkey PRIMARY KEY (id)
);

CREATE TABLE installation (
  is_the_only        boolean DEFAULT true NOT NULL,
  secret_fingerprint text NOT NULL,
  is_demo            boolean,
  demo_reset_on      date,
  CONSTRAINT installation_pkey PRIMARY KEY (is_the_only),
  CONSTRAINT installation_is_the_only_check CHECK (is_the_only)
);

CREATE TABLE invariant_check (
  name       text NOT NULL,
  offences   integer NOT NULL,
  checked_at timestamptz NOT NULL,
  CONSTRAINT invariant_check_pkey PRIMARY KEY (name),
  CONSTRAINT invariant_check_offences_check CHECK (offences >= 0)
);

CREATE TABLE invitation (
  id         integer DEFAULT GREATEST(1, (((('x'::text || "right"((gen_random_uuid())::text, 8)))::bit(32))::integer & 2147483647)) NOT NULL,
  team_id    integer NOT NULL,
  email      text NOT NULL,
  role       text NOT NULL,
  budget     integer,
  token_hash bytea NOT NULL,
  invited_by integer,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT invitation_pkey PRIMARY KEY (id),
  CONSTRAINT invitation_team_id_email_key UNIQUE (team_id, email),
  CONSTRAINT invitation_token_hash_key UNIQUE (token_hash),
  CONSTRAINT invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES person(id) ON DELETE SET NULL,
  CONSTRAINT invitation_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON DELETE CASCADE,
  CONSTRAINT invitation_budget_check CHECK (budget >= 0 AND budget <= 1000000),
  CONSTRAINT invitation_email_check CHECK (email = lower(email)),
  CONSTRAINT invitation_role_check CHECK (role = ANY (ARRAY['manager'::text, 'buyer'::text, 'viewer'::text]))
);
CREATE INDEX invitation_email ON invitation (email);
CREATE INDEX invitation_expiry ON invitation (expires_at);
CREATE INDEX invitation_invited_by ON invitation (invited_by);

CREATE TABLE known_browser (
  person_id    integer NOT NULL,
  browser_hash bytea NOT NULL,
  seen_at      timestamptz NOT NULL,
  CONSTRAINT known_browser_pkey PRIMARY KEY (person_id, browser_hash),
  CONSTRAINT known_browser_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX known_browser_seen ON known_browser (seen_at);

CREATE VIEW known_contact AS
 SELECT contact.id,
    contact.channel_id,
    contact.address,
    contact.source_kind,
    contact.source_url,
    contact.first_seen_at,
    contact.last_seen_at,
    contact.withheld,
    address.verification,
    address.verified_at,
    address.bounced_at,
    address.is_undeliverable,
    address.noticed_at,
    address.confirmed_at,
    address.refuses,
    address.paused_at,
    address.suppressed_at,
    address.is_off_sale,
    contact.withheld = '{}'::text[] AND NOT address.is_off_sale AS is_sold
   FROM contact
     JOIN address USING (address);

CREATE TABLE link_token (
  token_hash bytea NOT NULL,
  purpose    text NOT NULL,
  person_id  integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT link_token_pkey PRIMARY KEY (token_hash),
  CONSTRAINT link_token_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CONSTRAINT link_token_purpose_check CHECK (purpose = ANY (ARRAY['reset'::text, 'delete'::text, 'sessions'::text]))
);
CREATE INDEX link_token_of_person ON link_token (person_id);

CREATE TABLE list (
  holder_id  integer NOT NULL,
  id         integer DEFAULT 0 NOT NULL,
  name       text NOT NULL,
  link_token text,
  created_at timestamptz NOT NULL,
  CONSTRAINT list_pkey PRIMARY KEY (holder_id, id),
  CONSTRAINT list_holder_id_name_key UNIQUE (holder_id, name),
  CONSTRAINT list_link_token_key UNIQUE (link_token),
  CONSTRAINT list_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT list_id_check CHECK (id > 0),
  CONSTRAINT list_name_check CHECK (length(name) >= 1 AND length(name) <= 80)
);
CREATE TRIGGER list_numbered BEFORE INSERT ON list FOR EACH ROW WHEN (new.id = 0) EXECUTE FUNCTION number_list();

CREATE TABLE list_card (
  holder_id  integer NOT NULL,
  list_id    integer NOT NULL,
  channel_id bigint NOT NULL,
  added_at   timestamptz NOT NULL,
  CONSTRAINT list_card_pkey PRIMARY KEY (holder_id, list_id, channel_id),
  CONSTRAINT list_card_holder_id_channel_id_fkey FOREIGN KEY (holder_id, channel_id) REFERENCES card(holder_id, channel_id) ON DELETE CASCADE,
  CONSTRAINT list_card_holder_id_list_id_fkey FOREIGN KEY (holder_id, list_id) REFERENCES list(holder_id, id) ON DELETE CASCADE
);
CREATE INDEX list_card_of_card ON list_card (holder_id, channel_id);

CREATE TABLE login_failure (
  email        text NOT NULL,
  browser_hash bytea,
  is_known     boolean NOT NULL,
  failed_at    timestamptz NOT NULL
);
CREATE INDEX login_failure_by_email ON login_failure (email, failed_at);

CREATE TABLE mail_domain (
  domain     text NOT NULL,
  result     text NOT NULL,
  detail     text NOT NULL,
  provider   text,
  checked_at timestamptz NOT NULL,
  asked_at   timestamptz NOT NULL,
  bad_since  timestamptz,
  CONSTRAINT mail_domain_pkey PRIMARY KEY (domain),
  CONSTRAINT mail_domain_check CHECK (asked_at >= checked_at),
  CONSTRAINT mail_domain_check1 CHECK (bad_since <= checked_at),
  CONSTRAINT mail_domain_check2 CHECK ((result = 'bad'::text) = (bad_since IS NOT NULL)),
  CONSTRAINT mail_domain_check3 CHECK ((result = 'cannot_tell'::text) = (detail = ANY (ARRAY['timeout'::text, 'failure'::text, 'refused'::text, 'malformed'::text]))),
  CONSTRAINT mail_domain_detail_check CHECK (detail = ANY (ARRAY['mx'::text, 'address'::text, 'null_mx'::text, 'no_domain'::text, 'no_mail'::text, 'timeout'::text, 'failure'::text, 'refused'::text, 'malformed'::text])),
  CONSTRAINT mail_domain_result_check CHECK (result = ANY (ARRAY['ok'::text, 'bad'::text, 'cannot_tell'::text]))
);
CREATE INDEX mail_domain_asked_at ON mail_domain (asked_at);

CREATE TABLE member (
  team_id   integer NOT NULL,
  person_id integer NOT NULL,
  role      text NOT NULL,
  budget    integer,
  joined_at timestamptz NOT NULL,
  CONSTRAINT member_pkey PRIMARY KEY (team_id, person_id),
  CONSTRAINT member_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CONSTRAINT member_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON DELETE CASCADE,
  CONSTRAINT member_budget_check CHECK (budget >= 0 AND budget <= 1000000),
  CONSTRAINT member_role_check CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'buyer'::text, 'viewer'::text]))
);
CREATE INDEX member_of_person ON member (person_id);
CREATE UNIQUE INDEX member_owner ON member (team_id) WHERE (role = 'owner'::text);

CREATE TABLE missing_video (
  platform            text NOT NULL,
  platform_channel_id text NOT NULL,
  name_hash           bytea NOT NULL,
  missing_until       timestamptz NOT NULL,
  CONSTRAINT missing_video_pkey PRIMARY KEY (platform, platform_channel_id, name_hash)
);
CREATE INDEX missing_video_until ON missing_video (missing_until);

CREATE TABLE optout_link (
  token_hash bytea NOT NULL,
  address    text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT optout_link_pkey PRIMARY KEY (token_hash),
  CONSTRAINT optout_link_address_check CHECK (address = lower(address))
);
CREATE INDEX optout_link_expiry ON optout_link (expires_at);

CREATE TABLE passkey (
  id            bigint DEFAULT ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint NOT NULL,
  person_id     integer NOT NULL,
  credential_id text NOT NULL,
  public_key    bytea NOT NULL,
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz,
  CONSTRAINT passkey_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX passkey_of_person ON passkey (person_id);

CREATE TABLE payment (
  id               uuid NOT NULL,
  holder_id        integer NOT NULL,
  actor_id         integer,
  package_id       smallint NOT NULL,
  uses             integer NOT NULL,
  amount           integer NOT NULL,
  language         text NOT NULL,
  state            text DEFAULT 'created'::text NOT NULL,
  cancel_reason    text,
  idempotence_key  text NOT NULL,
  provider_id      text,
  confirmation_url text,
  receipt          text,
  created_at       timestamptz NOT NULL,
  checked_at       timestamptz,
  settled_at       timestamptz,
  uncredited_since timestamptz,
  valid_until      timestamptz,
  CONSTRAINT payment_pkey PRIMARY KEY (id),
  CONSTRAINT payment_holder_id_id_key UNIQUE (holder_id, id),
  CONSTRAINT payment_idempotence_key_key UNIQUE (idempotence_key),
  CONSTRAINT payment_provider_id_key UNIQUE (provider_id),
  CONSTRAINT payment_amount_check CHECK (amount > 0),
  CONSTRAINT payment_check CHECK (valid_until IS NULL OR provider_id IS NULL),
  CONSTRAINT payment_check1 CHECK ((state = ANY (ARRAY['created'::text, 'canceled'::text])) OR (provider_id IS NULL) = (valid_until IS NOT NULL)),
  CONSTRAINT payment_check2 CHECK ((state = ANY (ARRAY['succeeded'::text, 'canceled'::text, 'refunded'::text])) = (settled_at IS NOT NULL)),
  CONSTRAINT payment_check3 CHECK ((state = 'canceled'::text) = (cancel_reason IS NOT NULL)),
  CONSTRAINT payment_language_check CHECK (language = ANY (ARRAY['en'::text, 'ru'::text])),
  CONSTRAINT payment_receipt_check CHECK (receipt = ANY (ARRAY['pending'::text, 'succeeded'::text, 'canceled'::text])),
  CONSTRAINT payment_state_check CHECK (state = ANY (ARRAY['created'::text, 'pending'::text, 'succeeded'::text, 'canceled'::text, 'refunded'::text])),
  CONSTRAINT payment_uses_check CHECK (uses > 0)
);
CREATE INDEX payment_of_actor ON payment (actor_id) WHERE (actor_id <> holder_id);
CREATE INDEX payment_of_holder ON payment (holder_id, created_at DESC, id);
CREATE UNIQUE INDEX payment_of_invoice ON payment ("left"((id)::text, 8)) WHERE (valid_until IS NOT NULL);
CREATE INDEX payment_open ON payment (created_at) WHERE (state = ANY (ARRAY['created'::text, 'pending'::text]));
CREATE INDEX payment_uncredited ON payment (uncredited_since) WHERE ((uncredited_since IS NOT NULL) AND (state = ANY (ARRAY['created'::text, 'pending'::text, 'canceled'::text])));
CREATE TRIGGER payment_fixed BEFORE UPDATE OF id, holder_id, package_id, uses, amount, idempotence_key, created_at, valid_until ON payment FOR EACH ROW EXECUTE FUNCTION refuse_payment_change();
CREATE TRIGGER payment_forward BEFORE UPDATE OF state ON payment FOR EACH ROW WHEN (new.state IS DISTINCT FROM old.state AND (payment_step(new.state) <= payment_step(old.state) OR old.state = 'canceled'::text)) EXECUTE FUNCTION refuse_payment_change();
CREATE TRIGGER payment_provider_kept BEFORE UPDATE OF provider_id ON payment FOR EACH ROW WHEN (old.provider_id IS NOT NULL AND new.provider_id IS DISTINCT FROM old.provider_id) EXECUTE FUNCTION refuse_payment_change();

CREATE TABLE payment_address (
  payment_id  uuid NOT NULL,
  holder_id   integer NOT NULL,
  email       text NOT NULL,
  card_ending text,
  CONSTRAINT payment_address_pkey PRIMARY KEY (payment_id),
  CONSTRAINT payment_address_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT payment_address_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE CASCADE,
  CONSTRAINT payment_address_card_ending_check CHECK (card_ending ~ '^[0-9]{4}$'::text)
);
CREATE INDEX payment_address_of_holder ON payment_address (holder_id);

CREATE TABLE person (
  id                   integer NOT NULL,
  email                text NOT NULL,
  username             text NOT NULL,
  password_hash        text,
  language             text DEFAULT 'en'::text NOT NULL,
  is_sponsor           boolean DEFAULT false NOT NULL,
  agreement_version    text NOT NULL,
  agreed_at            timestamptz NOT NULL,
  consent_version      text NOT NULL,
  consented_at         timestamptz NOT NULL,
  announced_terms      text DEFAULT ''::text NOT NULL,
  first_steps_ended_at timestamptz,
  welcome_due_since    timestamptz,
  blocked_at           timestamptz,
  blocked_for          text,
  created_at           timestamptz NOT NULL,
  CONSTRAINT person_pkey PRIMARY KEY (id),
  CONSTRAINT person_email_key UNIQUE (email),
  CONSTRAINT person_id_fkey FOREIGN KEY (id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT person_blocked_for_check CHECK (blocked_for = ANY (ARRAY['rules'::text, 'security'::text, 'payment'::text])),
  CONSTRAINT person_check CHECK ((blocked_at IS NULL) = (blocked_for IS NULL)),
  CONSTRAINT person_email_check CHECK (email = lower(email) AND length(email) <= 254),
  CONSTRAINT person_language_check CHECK (language = ANY (ARRAY['en'::text, 'ru'::text]))
);

CREATE TABLE platform_quota (
  platform     text NOT NULL,
  bucket       text NOT NULL,
  day          date NOT NULL,
  used         integer NOT NULL,
  by_visitors  integer DEFAULT 0 NOT NULL,
  exhausted_at timestamptz,
  CONSTRAINT platform_quota_pkey PRIMARY KEY (platform, bucket, day),
  CONSTRAINT platform_quota_check CHECK (by_visitors >= 0 AND by_visitors <= used),
  CONSTRAINT platform_quota_used_check CHECK (used >= 0)
);

CREATE TABLE promocode (
  code       text NOT NULL,
  uses       integer NOT NULL,
  places     integer,
  activated  integer DEFAULT 0 NOT NULL,
  last_date  date,
  ended_at   timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT promocode_pkey PRIMARY KEY (code),
  CONSTRAINT promocode_check CHECK (activated >= 0 AND activated <= COALESCE(places, activated)),
  CONSTRAINT promocode_code_check CHECK (code ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'::text),
  CONSTRAINT promocode_places_check CHECK (places > 0),
  CONSTRAINT promocode_uses_check CHECK (uses >= 1 AND uses <= 1000000)
);

CREATE TABLE purchase (
  id             bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  transaction_id integer DEFAULT 0 NOT NULL,
  holder_id      integer NOT NULL,
  reveal_id      bigint NOT NULL,
  channel_name   text NOT NULL,
  thumbnail_url  text,
  created_at     timestamptz NOT NULL,
  handed_over_at timestamptz,
  CONSTRAINT purchase_pkey PRIMARY KEY (id),
  CONSTRAINT purchase_holder_id_reveal_id_key UNIQUE (holder_id, reveal_id),
  CONSTRAINT purchase_holder_id_transaction_id_key UNIQUE (holder_id, transaction_id),
  CONSTRAINT purchase_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT purchase_holder_id_reveal_id_fkey FOREIGN KEY (holder_id, reveal_id) REFERENCES reveal(holder_id, id),
  CONSTRAINT purchase_transaction_id_check CHECK (transaction_id > 0)
);
CREATE TRIGGER purchase_has_card AFTER INSERT ON purchase FOR EACH ROW EXECUTE FUNCTION add_card_of_purchase();
CREATE TRIGGER purchase_numbered BEFORE INSERT ON purchase FOR EACH ROW WHEN (new.transaction_id = 0) EXECUTE FUNCTION number_purchase();

CREATE TABLE rate_limit (
  key    character varying(255) NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);

CREATE TABLE recommendation_choice (
  holder_id        integer NOT NULL,
  counts_purchases boolean NOT NULL,
  is_counted       boolean NOT NULL,
  changed_at       timestamptz,
  due_at           timestamptz,
  CONSTRAINT recommendation_choice_pkey PRIMARY KEY (holder_id),
  CONSTRAINT recommendation_choice_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT recommendation_choice_check CHECK ((due_at IS NOT NULL) = (counts_purchases <> is_counted))
);
CREATE INDEX recommendation_choice_due ON recommendation_choice (due_at) WHERE (due_at IS NOT NULL);

CREATE TABLE recovery_code (
  person_id integer NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_code_pkey PRIMARY KEY (person_id, code_hash),
  CONSTRAINT recovery_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

CREATE TABLE refund (
  id              uuid NOT NULL,
  payment_id      uuid NOT NULL,
  amount          integer NOT NULL,
  uses            integer NOT NULL,
  reason          text NOT NULL,
  by_hand         boolean DEFAULT false NOT NULL,
  state           text DEFAULT 'created'::text NOT NULL,
  cancel_reason   text,
  idempotence_key text NOT NULL,
  keyed_at        timestamptz NOT NULL,
  provider_id     text,
  created_at      timestamptz NOT NULL,
  checked_at      timestamptz,
  settled_at      timestamptz,
  CONSTRAINT refund_pkey PRIMARY KEY (id),
  CONSTRAINT refund_idempotence_key_key UNIQUE (idempotence_key),
  CONSTRAINT refund_provider_id_key UNIQUE (provider_id),
  CONSTRAINT refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE CASCADE,
  CONSTRAINT refund_amount_check CHECK (amount > 0),
  CONSTRAINT refund_check CHECK (by_hand OR (state = ANY (ARRAY['created'::text, 'canceled'::text])) OR provider_id IS NOT NULL),
  CONSTRAINT refund_check1 CHECK ((state = ANY (ARRAY['succeeded'::text, 'canceled'::text])) = (settled_at IS NOT NULL)),
  CONSTRAINT refund_check2 CHECK ((state = 'canceled'::text) = (cancel_reason IS NOT NULL)),
  CONSTRAINT refund_check3 CHECK (NOT by_hand OR state = 'succeeded'::text),
  CONSTRAINT refund_state_check CHECK (state = ANY (ARRAY['created'::text, 'pending'::text, 'succeeded'::text, 'canceled'::text])),
  CONSTRAINT refund_uses_check CHECK (uses >= 0)
);
CREATE INDEX refund_by_hand_of_payment ON refund (payment_id) WHERE by_hand;
CREATE UNIQUE INDEX refund_of_payment ON refund (payment_id) WHERE (NOT by_hand);
CREATE INDEX refund_open ON refund (created_at) WHERE (state = ANY (ARRAY['created'::text, 'pending'::text]));
CREATE TRIGGER refund_fixed BEFORE UPDATE OF id, payment_id, amount, uses, by_hand, created_at ON refund FOR EACH ROW EXECUTE FUNCTION refuse_payment_change();

CREATE TABLE refund_search (
  is_only     boolean DEFAULT true NOT NULL,
  asked_at    timestamptz NOT NULL,
  known_until timestamptz,
  CONSTRAINT refund_search_pkey PRIMARY KEY (is_only),
  CONSTRAINT refund_search_is_only_check CHECK (is_only)
);

CREATE TABLE retired_contact (
  contact_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  reason     text NOT NULL,
  retired_at timestamptz NOT NULL,
  CONSTRAINT retired_contact_pkey PRIMARY KEY (contact_id),
  CONSTRAINT retired_contact_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  CONSTRAINT retired_contact_reason_check CHECK (reason = ANY (ARRAY['age'::text, 'objection'::text]))
);
CREATE INDEX retired_contact_channel ON retired_contact (channel_id);

CREATE TABLE reveal (
  holder_id  integer NOT NULL,
  actor_id   integer,
  id         bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  channel_id bigint,
  contact_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT reveal_pkey PRIMARY KEY (holder_id, id),
  CONSTRAINT reveal_holder_id_channel_id_key UNIQUE (holder_id, channel_id),
  CONSTRAINT reveal_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id)
);
CREATE INDEX reveal_created_at ON reveal USING brin (created_at);
CREATE INDEX reveal_of_actor ON reveal (actor_id, holder_id, created_at) WHERE (actor_id <> holder_id);
CREATE INDEX reveal_of_channel ON reveal (channel_id);
CREATE INDEX reveal_of_contact ON reveal (contact_id, holder_id);
CREATE TRIGGER reveal_contact_fixed BEFORE UPDATE OF contact_id ON reveal FOR EACH ROW EXECUTE FUNCTION refuse_other_contact();
CREATE TRIGGER reveal_fixed BEFORE UPDATE OF holder_id, id, created_at ON reveal FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER reveal_kept BEFORE DELETE ON reveal FOR EACH ROW EXECUTE FUNCTION refuse_ledger_delete();
CREATE TRIGGER reveal_not_truncated BEFORE TRUNCATE ON reveal FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE reveal_quote (
  holder_id  integer NOT NULL,
  id         uuid NOT NULL,
  actor_id   integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  started_at timestamptz,
  CONSTRAINT reveal_quote_pkey PRIMARY KEY (holder_id, id),
  CONSTRAINT reveal_quote_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE
);
CREATE INDEX reveal_quote_created_at ON reveal_quote (created_at);
CREATE INDEX reveal_quote_of_actor ON reveal_quote (actor_id, holder_id);

CREATE TABLE reveal_quote_line (
  holder_id    integer NOT NULL,
  quote_id     uuid NOT NULL,
  "position"   smallint NOT NULL,
  channel_ref  text NOT NULL,
  channel_name text,
  may_spend    boolean NOT NULL,
  result       text,
  reveal_id    bigint,
  CONSTRAINT reveal_quote_line_pkey PRIMARY KEY (holder_id, quote_id, "position"),
  CONSTRAINT reveal_quote_line_holder_id_reveal_id_key UNIQUE (holder_id, reveal_id),
  CONSTRAINT reveal_quote_line_holder_id_quote_id_fkey FOREIGN KEY (holder_id, quote_id) REFERENCES reveal_quote(holder_id, id) ON DELETE CASCADE,
  CONSTRAINT reveal_quote_line_holder_id_reveal_id_fkey FOREIGN KEY (holder_id, reveal_id) REFERENCES reveal(holder_id, id),
  CONSTRAINT reveal_quote_line_check CHECK ((NOT result IS DISTINCT FROM 'revealed'::text) = (reveal_id IS NOT NULL)),
  CONSTRAINT reveal_quote_line_check1 CHECK (may_spend OR reveal_id IS NULL),
  CONSTRAINT reveal_quote_line_position_check CHECK ("position" >= 1 AND "position" <= 200),
  CONSTRAINT reveal_quote_line_result_check CHECK (result = ANY (ARRAY['revealed'::text, 'already'::text, 'no_contact'::text, 'withheld'::text, 'not_found'::text, 'no_uses'::text, 'over_budget'::text, 'not_allowed'::text, 'changed'::text, 'failed'::text, 'stopped'::text]))
);

CREATE TABLE review (
  id         integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  person_id  integer,
  mark       smallint NOT NULL,
  text       text NOT NULL,
  written_at timestamptz NOT NULL,
  hidden_at  timestamptz,
  CONSTRAINT review_pkey PRIMARY KEY (id),
  CONSTRAINT review_person_id_key UNIQUE (person_id),
  CONSTRAINT review_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL,
  CONSTRAINT review_mark_check CHECK (mark >= 1 AND mark <= 5),
  CONSTRAINT review_text_check CHECK (length(text) >= 1 AND length(text) <= 2000)
);

CREATE TABLE saved_search (
  id          bigint DEFAULT ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint NOT NULL,
  holder_id   integer NOT NULL,
  actor_id    integer,
  name        text NOT NULL,
  query       jsonb NOT NULL,
  frequency   text NOT NULL,
  counted_to  bigint NOT NULL,
  opened_from bigint NOT NULL,
  opened_to   bigint NOT NULL,
  mailed_to   bigint NOT NULL,
  new_count   integer DEFAULT 0 NOT NULL,
  mailed_on   date NOT NULL,
  created_at  timestamptz NOT NULL,
  CONSTRAINT saved_search_pkey PRIMARY KEY (id),
  CONSTRAINT saved_search_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT saved_search_check CHECK (opened_from <= opened_to AND opened_to <= counted_to AND mailed_to <= counted_to),
  CONSTRAINT saved_search_frequency_check CHECK (frequency = ANY (ARRAY['never'::text, 'day'::text, 'week'::text])),
  CONSTRAINT saved_search_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT saved_search_new_count_check CHECK (new_count >= 0 AND new_count <= 1000)
);
CREATE INDEX saved_search_counted_to ON saved_search (counted_to, id);
CREATE INDEX saved_search_holder ON saved_search (holder_id);
CREATE INDEX saved_search_of_actor ON saved_search (actor_id);

CREATE TABLE schema_code (
  name    text NOT NULL,
  hash    text NOT NULL,
  version text NOT NULL,
  used_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT schema_code_pkey PRIMARY KEY (name)
);

CREATE TABLE schema_migration (
  name       text NOT NULL,
  applied_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT schema_migration_pkey PRIMARY KEY (name)
);

CREATE TABLE search_beginning (
  beginning text COLLATE "C" NOT NULL,
  words     integer NOT NULL,
  names     bigint NOT NULL
) WITH (fillfactor=80);
CREATE UNIQUE INDEX search_beginning_key ON search_beginning (beginning);

CREATE TABLE search_day (
  is_the_only boolean DEFAULT true NOT NULL,
  today       timestamptz NOT NULL,
  CONSTRAINT search_day_pkey PRIMARY KEY (is_the_only),
  CONSTRAINT search_day_is_the_only_check CHECK (is_the_only)
);

CREATE TABLE search_digest (
  holder_id integer NOT NULL,
  person_id integer NOT NULL,
  mailed_on date NOT NULL,
  CONSTRAINT search_digest_pkey PRIMARY KEY (holder_id, person_id),
  CONSTRAINT search_digest_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT search_digest_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX search_digest_person ON search_digest (person_id);

CREATE TABLE search_entry (
  channel_id    bigint NOT NULL,
  rank          bigint NOT NULL,
  content_types integer NOT NULL,
  audiences     integer NOT NULL,
  tier          smallint NOT NULL,
  block         smallint NOT NULL,
  has_contact   boolean NOT NULL,
  is_demo       boolean NOT NULL,
  silence       smallint NOT NULL,
  country       text,
  language      text,
  name_key      text COLLATE "C" NOT NULL,
  words         text NOT NULL
) WITH (fillfactor=90);
CREATE INDEX search_entry_block ON search_entry (block, tier) INCLUDE (channel_id, content_types, audiences, has_contact, is_demo, silence, country, language);
CREATE UNIQUE INDEX search_entry_channel ON search_entry (channel_id);
CREATE INDEX search_entry_facets ON search_entry USING gin (search_facets(tier, content_types, audiences, country, language, has_contact, is_demo, silence)) WITH (fastupdate=off);
CREATE INDEX search_entry_name ON search_entry (name_key, tier);
CREATE INDEX search_entry_terms ON search_entry USING gin (search_terms(tier, words)) WITH (fastupdate=off);
CREATE INDEX search_entry_tier ON search_entry (tier, name_key);

CREATE TABLE search_order (
  channel_id    bigint NOT NULL,
  rank          bigint NOT NULL,
  recency       bigint NOT NULL,
  content_types integer NOT NULL,
  audiences     integer NOT NULL,
  has_contact   boolean NOT NULL,
  is_demo       boolean NOT NULL,
  silence       smallint NOT NULL,
  country       text,
  language      text
);
CREATE UNIQUE INDEX search_order_channel ON search_order (channel_id);
CREATE INDEX search_order_rank ON search_order (rank, channel_id) INCLUDE (content_types, audiences, has_contact, is_demo, silence, country, language);
CREATE INDEX search_order_recency ON search_order (recency, channel_id) INCLUDE (rank, content_types, audiences, has_contact, is_demo, silence, country, language);

CREATE TABLE search_typo (
  key  integer NOT NULL,
  word text COLLATE "C" NOT NULL
);
CREATE INDEX search_typo_key ON search_typo (key) INCLUDE (word);

CREATE TABLE search_word (
  word  text COLLATE "C" NOT NULL,
  names integer NOT NULL,
  tiers integer NOT NULL
) WITH (fillfactor=80);
CREATE UNIQUE INDEX search_word_word ON search_word (word);

CREATE TABLE session (
  id           bigint DEFAULT ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint NOT NULL,
  person_id    integer NOT NULL,
  token_hash   bytea NOT NULL,
  csrf_token   text NOT NULL,
  user_agent   text DEFAULT ''::text NOT NULL,
  issuer       text,
  created_at   timestamptz NOT NULL,
  proved_at    timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  CONSTRAINT session_pkey PRIMARY KEY (id),
  CONSTRAINT session_token_hash_key UNIQUE (token_hash),
  CONSTRAINT session_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX session_expiry ON session (expires_at);
CREATE INDEX session_of_person ON session (person_id);

CREATE TABLE shown_channel (
  channel_id bigint NOT NULL,
  shown_at   timestamptz NOT NULL,
  CONSTRAINT shown_channel_pkey PRIMARY KEY (channel_id),
  CONSTRAINT shown_channel_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE
);
CREATE INDEX shown_channel_shown_at ON shown_channel (shown_at);

CREATE TABLE solved_captcha (
  nonce      text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT solved_captcha_pkey PRIMARY KEY (nonce)
);

CREATE TABLE sponsor (
  id           integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name         text NOT NULL,
  url          text,
  contribution integer DEFAULT 0 NOT NULL,
  agreed_at    timestamptz NOT NULL,
  CONSTRAINT sponsor_pkey PRIMARY KEY (id),
  CONSTRAINT sponsor_contribution_check CHECK (contribution >= 0),
  CONSTRAINT sponsor_url_check CHECK (url ~ '^https?://'::text)
);
CREATE UNIQUE INDEX sponsor_name ON sponsor (lower(name));

CREATE TABLE subscription_reminder (
  holder_id integer NOT NULL,
  last_date date NOT NULL,
  sent_at   timestamptz NOT NULL,
  CONSTRAINT subscription_reminder_pkey PRIMARY KEY (holder_id, last_date),
  CONSTRAINT subscription_reminder_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE
);

CREATE TABLE suppression (
  address_hash bytea NOT NULL,
  created_at   timestamptz NOT NULL,
  CONSTRAINT suppression_pkey PRIMARY KEY (address_hash)
);

CREATE TABLE switched_off_source (
  source text NOT NULL,
  at     timestamptz NOT NULL,
  CONSTRAINT switched_off_source_pkey PRIMARY KEY (source),
  CONSTRAINT switched_off_source_source_check CHECK (source <> ''::text)
);

CREATE TABLE team (
  id         integer NOT NULL,
  name       text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT team_pkey PRIMARY KEY (id),
  CONSTRAINT team_id_fkey FOREIGN KEY (id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT team_name_check CHECK (length(name) >= 1 AND length(name) <= 80)
);

CREATE TABLE team_link (
  token_hash bytea NOT NULL,
  team_id    integer NOT NULL,
  owner_id   integer NOT NULL,
  heir_id    integer,
  expires_at timestamptz NOT NULL,
  CONSTRAINT team_link_pkey PRIMARY KEY (token_hash),
  CONSTRAINT team_link_team_id_key UNIQUE (team_id),
  CONSTRAINT team_link_team_id_heir_id_fkey FOREIGN KEY (team_id, heir_id) REFERENCES member(team_id, person_id) ON DELETE CASCADE,
  CONSTRAINT team_link_team_id_owner_id_fkey FOREIGN KEY (team_id, owner_id) REFERENCES member(team_id, person_id) ON DELETE CASCADE
);
CREATE INDEX team_link_expiry ON team_link (expires_at);

CREATE TABLE topic_word (
  key      integer NOT NULL,
  channels integer NOT NULL,
  CONSTRAINT topic_word_pkey PRIMARY KEY (key),
  CONSTRAINT topic_word_channels_check CHECK (channels > 0)
);

CREATE TABLE totp (
  person_id     integer NOT NULL,
  secret_sealed text NOT NULL,
  last_step     bigint NOT NULL,
  created_at    timestamptz NOT NULL,
  CONSTRAINT totp_pkey PRIMARY KEY (person_id),
  CONSTRAINT totp_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

CREATE TABLE tracking (
  holder_id     integer NOT NULL,
  video_id      bigint NOT NULL,
  advertised_on date,
  created_at    timestamptz NOT NULL,
  unowned_since timestamptz,
  CONSTRAINT tracking_pkey PRIMARY KEY (holder_id, video_id),
  CONSTRAINT tracking_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holder(id) ON DELETE CASCADE,
  CONSTRAINT tracking_video_id_fkey FOREIGN KEY (video_id) REFERENCES video(id) ON DELETE CASCADE
);
CREATE INDEX tracking_of_video ON tracking (video_id);

CREATE TABLE trust_statistics (
  day        date NOT NULL,
  statistics jsonb NOT NULL,
  made_at    timestamptz NOT NULL,
  CONSTRAINT trust_statistics_pkey PRIMARY KEY (day)
);

CREATE TABLE used_nonce (
  nonce_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT used_nonce_pkey PRIMARY KEY (nonce_hash)
);

CREATE TABLE uses_entry (
  holder_id  integer NOT NULL,
  id         bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  lot_id     bigint NOT NULL,
  amount     integer NOT NULL,
  reason     text NOT NULL,
  reveal_id  bigint,
  created_at timestamptz NOT NULL,
  CONSTRAINT uses_entry_pkey PRIMARY KEY (holder_id, id),
  CONSTRAINT uses_entry_holder_id_lot_id_fkey FOREIGN KEY (holder_id, lot_id) REFERENCES uses_lot(holder_id, id),
  CONSTRAINT uses_entry_holder_id_reveal_id_fkey FOREIGN KEY (holder_id, reveal_id) REFERENCES reveal(holder_id, id),
  CONSTRAINT uses_entry_check CHECK ((reason = 'reveal'::text) = (reveal_id IS NOT NULL)),
  CONSTRAINT uses_entry_check1 CHECK (
CASE reason
    WHEN 'given'::text THEN amount > 0
    WHEN 'reveal'::text THEN amount = '-1'::integer
    ELSE amount < 0
END),
  CONSTRAINT uses_entry_reason_check CHECK (reason = ANY (ARRAY['given'::text, 'reveal'::text, 'refund'::text]))
);
CREATE UNIQUE INDEX uses_entry_of_gift ON uses_entry (holder_id, lot_id) WHERE (reason = 'given'::text);
CREATE UNIQUE INDEX uses_entry_of_reveal ON uses_entry (holder_id, reveal_id) WHERE (reveal_id IS NOT NULL);
CREATE TRIGGER uses_entry_fixed BEFORE UPDATE ON uses_entry FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER uses_entry_kept BEFORE DELETE ON uses_entry FOR EACH ROW EXECUTE FUNCTION refuse_ledger_delete();
CREATE TRIGGER uses_entry_not_truncated BEFORE TRUNCATE ON uses_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE uses_lot (
  holder_id    integer NOT NULL,
  id           bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind         text NOT NULL,
  promocode_id text,
  payment_id   uuid,
  reveal_id    bigint,
  cause        text,
  grant_key    text,
  note         text,
  granted      integer NOT NULL,
  spent        integer DEFAULT 0 NOT NULL,
  valid_on     date,
  created_at   timestamptz NOT NULL,
  withdrawn_at timestamptz,
  CONSTRAINT uses_lot_pkey PRIMARY KEY (holder_id, id),
  CONSTRAINT uses_lot_holder_id_payment_id_fkey FOREIGN KEY (holder_id, payment_id) REFERENCES payment(holder_id, id),
  CONSTRAINT uses_lot_holder_id_reveal_id_fkey FOREIGN KEY (holder_id, reveal_id) REFERENCES reveal(holder_id, id),
  CONSTRAINT uses_lot_promocode_id_fkey FOREIGN KEY (promocode_id) REFERENCES promocode(code),
  CONSTRAINT uses_lot_cause_check CHECK (cause = ANY (ARRAY['report'::text, 'objection'::text])),
  CONSTRAINT uses_lot_check CHECK ((promocode_id IS NOT NULL) = (kind = 'promocode'::text)),
  CONSTRAINT uses_lot_check1 CHECK ((payment_id IS NOT NULL) = (kind = ANY (ARRAY['package'::text, 'day'::text]))),
  CONSTRAINT uses_lot_check2 CHECK ((reveal_id IS NOT NULL) = (kind = 'warranty'::text)),
  CONSTRAINT uses_lot_check3 CHECK ((cause IS NOT NULL) = (kind = 'warranty'::text)),
  CONSTRAINT uses_lot_check4 CHECK ((grant_key IS NOT NULL) = (kind = 'grant'::text)),
  CONSTRAINT uses_lot_check5 CHECK ((note IS NOT NULL) = (kind = 'grant'::text)),
  CONSTRAINT uses_lot_check6 CHECK (granted = 1 OR kind <> 'warranty'::text),
  CONSTRAINT uses_lot_check7 CHECK (spent >= 0 AND spent <= granted),
  CONSTRAINT uses_lot_check8 CHECK ((kind = 'day'::text) = (valid_on IS NOT NULL)),
  CONSTRAINT uses_lot_check9 CHECK (withdrawn_at IS NULL OR spent = granted),
  CONSTRAINT uses_lot_granted_check CHECK (granted >= 1 AND granted <= 1000000),
  CONSTRAINT uses_lot_kind_check CHECK (kind = ANY (ARRAY['welcome'::text, 'promocode'::text, 'grant'::text, 'package'::text, 'day'::text, 'warranty'::text])),
  CONSTRAINT uses_lot_note_check CHECK (note <> ''::text)
) WITH (fillfactor=80);
CREATE UNIQUE INDEX uses_lot_of_date ON uses_lot (holder_id, valid_on) WHERE (withdrawn_at IS NULL);
CREATE UNIQUE INDEX uses_lot_of_grant ON uses_lot (holder_id, grant_key) WHERE (grant_key IS NOT NULL);
CREATE UNIQUE INDEX uses_lot_of_payment ON uses_lot (payment_id, valid_on) NULLS NOT DISTINCT WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX uses_lot_of_promocode ON uses_lot (holder_id, promocode_id) WHERE (promocode_id IS NOT NULL);
CREATE UNIQUE INDEX uses_lot_of_reveal ON uses_lot (holder_id, reveal_id) WHERE (reveal_id IS NOT NULL);
CREATE UNIQUE INDEX uses_lot_of_welcome ON uses_lot (holder_id) WHERE (kind = 'welcome'::text);
CREATE TRIGGER uses_lot_fixed BEFORE UPDATE OF holder_id, id, kind, promocode_id, payment_id, reveal_id, cause, grant_key, note, granted, valid_on, created_at ON uses_lot FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER uses_lot_kept BEFORE DELETE ON uses_lot FOR EACH ROW EXECUTE FUNCTION refuse_ledger_delete();
CREATE TRIGGER uses_lot_not_truncated BEFORE TRUNCATE ON uses_lot FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER uses_lot_spent_grows BEFORE UPDATE OF spent ON uses_lot FOR EACH ROW WHEN (new.spent <= old.spent) EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER uses_lot_withdrawn_once BEFORE UPDATE OF withdrawn_at ON uses_lot FOR EACH ROW WHEN (old.withdrawn_at IS NOT NULL) EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE video (
  id                  bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  platform            text NOT NULL,
  platform_id         text NOT NULL,
  platform_channel_id text NOT NULL,
  title               text NOT NULL,
  thumbnail_url       text,
  published_at        timestamptz,
  fetched_at          timestamptz NOT NULL,
  asked_on            date NOT NULL,
  gone_since          timestamptz,
  claimed_until       timestamptz,
  CONSTRAINT video_pkey PRIMARY KEY (id),
  CONSTRAINT video_platform_platform_id_key UNIQUE (platform, platform_id),
  CONSTRAINT video_platform_id_check CHECK (platform_id <> ''::text)
);
CREATE INDEX video_asked_on ON video (asked_on);
CREATE INDEX video_fetched_at ON video (fetched_at);
CREATE INDEX video_of_channel ON video (platform_channel_id, platform);

CREATE TABLE video_statistics (
  video_id   bigint NOT NULL,
  day        date NOT NULL,
  views      bigint,
  likes      bigint,
  comments   bigint,
  fetched_at timestamptz NOT NULL,
  CONSTRAINT video_statistics_pkey PRIMARY KEY (video_id, day),
  CONSTRAINT video_statistics_video_id_fkey FOREIGN KEY (video_id) REFERENCES video(id) ON DELETE CASCADE,
  CONSTRAINT video_statistics_comments_check CHECK (comments >= 0),
  CONSTRAINT video_statistics_likes_check CHECK (likes >= 0),
  CONSTRAINT video_statistics_views_check CHECK (views >= 0)
);
CREATE INDEX video_statistics_day ON video_statistics (day);

CREATE TABLE vote (
  person_id  integer NOT NULL,
  feature    text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT vote_pkey PRIMARY KEY (person_id),
  CONSTRAINT vote_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CONSTRAINT vote_feature_check CHECK (feature = ANY (ARRAY['Dead channels Filtration'::text, 'Recommendation System'::text]))
);
CREATE INDEX vote_of_feature ON vote (feature);

-- Functions of db/code/public
-- add_card_of_purchase() returns trigger
-- contact_source(source_kind text, source_url text) returns text
-- drop_idle_cards(holder integer, channels bigint[]) returns void
-- forget_addresses_of_deleted() returns trigger
-- forget_unused_addresses(given text[]) returns void
-- move_cards(from_channel bigint, into_channel bigint) returns void
-- move_dismissals(from_channel bigint, into_channel bigint) returns void
-- move_recent(from_channel bigint, into_channel bigint) returns void
-- move_reveals(from_channel bigint, into_channel bigint) returns void
-- number_list() returns trigger
-- number_purchase() returns trigger
-- payment_step(state text) returns integer
-- purge_ledger(of_holder integer) returns void
-- refuse_audit_change() returns trigger
-- refuse_card_event_change() returns trigger
-- refuse_ledger_change() returns trigger
-- refuse_ledger_delete() returns trigger
-- refuse_other_contact() returns trigger
-- refuse_payment_change() returns trigger
-- search_count_words(words text[], deltas integer[], new_tiers integer[]) returns void
-- search_create_indexes(suffix text) returns void
-- search_facets(tier smallint, content_types integer, audiences integer, country text, language text, has_contact boolean, is_demo boolean, silence smallint) returns tsvector
-- search_forget_deleted() returns trigger
-- search_lock_words() returns void
-- search_rank(subscribers bigint) returns bigint
-- search_rebuild() returns void
-- search_recency(last_upload_at timestamptz) returns bigint
-- search_refresh(ids bigint[]) returns void
-- search_silence(last_upload_at timestamptz, checked_at timestamptz, today timestamptz) returns smallint
-- search_sync(ids bigint[]) returns void
-- search_terms(tier smallint, words text) returns tsvector
-- search_tier(subscribers bigint) returns smallint
-- search_typo_keys(word text) returns SETOF integer
-- told_person(of_holder integer, actor integer) returns integer
-- wait_for_reveals() returns trigger

-- Functions of db/code/release
-- channel_ref(platform text, platform_id text, id bigint) returns text
-- no_contact_reason(channel bigint) returns text
-- platform_ref(platform text, id text) returns text
-- search_admits(want_types integer, want_audiences integer, want_countries text[], want_language text, want_contact boolean, want_real boolean, want_silence smallint, content_types integer, audiences integer, country text, language text, has_contact boolean, is_demo boolean, silence smallint) returns boolean
-- search_audience_names(bits integer) returns text
-- search_block_at(at integer, seed integer) returns integer
-- search_border_tiers(subscribers int8multirange) returns integer
-- search_bounds(read_max integer) returns search_bounds
-- search_by_filter(want search_filter, paging search_paging, cap integer, is_counted boolean DEFAULT false, bound integer DEFAULT search_read_max()) returns search_page
-- search_by_key(q search_query, low text, high text, in_tiers integer, from_rank bigint, from_id bigint, enough integer, bound integer) returns SETOF search_hit
-- search_by_keys(q search_query, keys text[], stage integer, from_rank bigint, from_id bigint, enough integer, bound integer) returns SETOF search_hit
-- search_by_text(typed search_typed, want search_filter, paging search_paging, read_max integer DEFAULT search_read_max()) returns search_page
-- search_by_topic(typed integer[], want search_filter, paging search_paging, read_max integer DEFAULT topic_read_max()) returns search_page
-- search_by_words(q search_query, slips search_slip_plan, lookup search_lookup, in_tiers integer, stages integer[], from_rank bigint, from_id bigint, enough integer, bound integer) returns SETOF search_hit
-- search_channel_count() returns double precision
-- search_channel_json(c channel, contact_seen timestamptz) returns text
-- search_content_type_names(bits integer) returns text
-- search_facet_query(want search_filter) returns tsquery
-- search_find(q search_query, p search_paging, read_max integer) returns search_found
-- search_first_stages(q search_query, key_end text, named integer, enough integer, after_stage integer, after_rank bigint, after_id bigint) returns search_found
-- search_instant_json(instant timestamptz) returns text
-- search_is_reachable(has_contact boolean, silence smallint) returns boolean
-- search_is_readable(s search_estimate, bound integer) returns boolean
-- search_known(platforms text[], platform_ids text[], handles text[]) returns bigint[]
-- search_lexeme(word text) returns text
-- search_list(want search_filter, density double precision, sort text, seed integer, shifts integer[], way text, page integer, after_key bigint, after_id bigint, bound integer) returns search_slice
-- search_mix_shifts(sampled integer[], share double precision) returns integer[]
-- search_mix_size(tier integer) returns integer
-- search_new(typed search_typed, want search_filter, above bigint, upto bigint, most integer) returns bigint[]
-- search_page_of(ids bigint[], classes integer[], keys bigint[], page integer, total integer, more text[] DEFAULT NULL::text[], reachable_first boolean DEFAULT false) returns search_page
-- search_passes(want search_filter, content_types integer, audiences integer, country text, language text, has_contact boolean, is_demo boolean, silence smallint, rank bigint) returns boolean
-- search_passes_called(want search_filter, content_types integer, audiences integer, country text, language text, has_contact boolean, is_demo boolean, silence smallint, rank bigint) returns boolean
-- search_place(block integer, channel_id bigint, seed integer) returns bigint
-- search_plan_slips(query_key text, query_words text[], plan search_word_plan) returns search_slip_plan
-- search_plan_words(query_words text[]) returns search_word_plan
-- search_query_of(key text, words text[], known bigint[], want search_filter) returns search_query
-- search_ranks(subscribers int8range, OUT above bigint, OUT upto bigint) returns record
-- search_read_all(want search_filter, sort text, seed integer, shifts integer[], way text, page integer, after_key bigint, after_id bigint) returns search_slice
-- search_read_max() returns integer
-- search_round(number double precision) returns integer
-- search_sample(want search_filter) returns search_estimate
-- search_similar(typed text, enough integer) returns TABLE(word text, names integer, tiers integer)
-- search_sorted(hits search_hit[]) returns TABLE(ids bigint[], ranks bigint[], cut_tier smallint)
-- search_stage(channel_id bigint, name_key text, words text, q search_query, slips search_slip_plan, otherwise integer) returns integer
-- search_subscribers(rank bigint) returns bigint
-- search_suits(q search_query, content_types integer, audiences integer, country text, language text, has_contact boolean, is_demo boolean, silence smallint, rank bigint) returns boolean
-- search_text(q search_query, plan search_word_plan, by_rank boolean, page integer, after_class integer, after_rank bigint, after_id bigint, seen bigint, read_max integer, may_walk boolean DEFAULT true) returns search_found
-- search_text_among(q search_query, plan search_word_plan, read_max integer) returns search_found
-- search_tier_start(tier integer) returns bigint
-- search_tiers(subscribers int8multirange) returns integer
-- search_total(want search_filter, s search_estimate, cap integer, is_counted boolean, bound integer, OUT total integer, OUT is_estimate boolean) returns record
-- search_upper(found double precision, share double precision) returns double precision
-- search_walk(want search_filter, sort text, seed integer, page integer, after_key bigint, after_id bigint, bound integer) returns search_slice
-- search_walk_mix(want search_filter, density double precision, seed integer, shifts integer[], page integer, after_key bigint, after_id bigint, bound integer) returns search_slice
-- search_walk_names(q search_query, sort text, seed integer, page integer, after_key bigint, after_id bigint, bounds search_bounds) returns search_found
-- search_walk_ranks(q search_query, slips search_slip_plan, stages integer[], from_rank bigint, from_id bigint, enough integer, bound integer) returns SETOF search_hit
-- search_way(want search_filter, s search_estimate, sort text, page integer, bound integer) returns text
-- shown_channel(channel_id bigint) returns json
-- shown_channels(ids bigint[]) returns text
-- similar_apart(rank bigint, other bigint) returns double precision
-- similar_by_facts(seeds similar_seed[], excluded bigint[]) returns similar_candidate[]
-- similar_by_names(seeds similar_seed[], excluded bigint[]) returns similar_candidate[]
-- similar_by_words(seeds similar_seed[], excluded bigint[]) returns similar_candidate[]
-- similar_channels(channels bigint[], excluded bigint[], page integer, real_only boolean, with_like boolean DEFAULT false) returns similar_page
-- similar_compare(candidates similar_candidate[], seeds similar_seed[], real_only boolean, with_contact boolean) returns similar_match[]
-- similar_compare_max() returns integer
-- similar_language(language text, speech text, seed similar_seed) returns boolean
-- similar_networks(matches similar_match[], page integer) returns similar_match[]
-- similar_no_kind() returns integer
-- similar_read_max() returns integer
-- similar_reason(kind text, holds boolean, terms text[] DEFAULT NULL::text[]) returns text
-- similar_reasons(matches similar_match[], seeds similar_seed[], with_like boolean) returns text[]
-- similar_seeds(channels bigint[]) returns similar_seed[]
-- similar_telling_min() returns double precision
-- similar_turn(score double precision, place bigint) returns double precision
-- similar_uses_max() returns integer
-- topic_parts(q topic_query, read_max integer) returns topic_hit[]
-- topic_query_of(typed integer[]) returns topic_query
-- topic_read_max() returns integer
-- topic_suiting(hits topic_hit[], s search_query, sort text) returns topic_hit[]
-- topic_telling() returns integer
-- topic_terms_json(q topic_query, channel bigint) returns text
-- topic_walk(q topic_query, s search_query, by_recency boolean, reachable boolean, class integer, page integer, from_key bigint, from_id bigint, read_max integer) returns search_found
-- topic_whole(q topic_query, read_max integer) returns topic_hit[]
