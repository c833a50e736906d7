import { CONTACT_MONTHS } from '#shared/rules/evidence.ts'
import {
  databaseUrl,
  flag,
  integer,
  issuer,
  list,
  oneOf,
  optional,
  optionalEmail,
  optionalInteger,
  origin,
  resolvers,
  secret,
  share,
  smtpUrl,
  text,
  url,
} from './setting.ts'

/** A missing or wrong setting; the message is one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** All settings. `npm run settings` generates `.env.example` and `docs/configuration.md` from this table. */
export const settings = {
  port: integer('PORT', 3000, 0, 65_535, 'Port to listen on.'),
  host: text('HOST', '127.0.0.1', 'Address to listen on.'),
  localPort: optionalInteger(
    'LOCAL_PORT',
    0,
    65_535,
    'Port of stand-ins, and of metrics without a token, on 127.0.0.1 only; 0: any free port; unset: PORT + 1000.',
  ),
  dataDir: text('DATA_DIR', '.data', 'Folder of the embedded database and all other local files.'),
  databaseUrl: secret(
    databaseUrl('DATABASE_URL', 'PostgreSQL 15 or newer; unset: the embedded server in DATA_DIR.'),
  ),
  embeddedMemory: optionalInteger(
    'EMBEDDED_MEMORY',
    256,
    1_048_576,
    'Megabytes of memory that the embedded database plans with; unset: all of the machine or container.',
  ),
  databaseMigrationUrl: secret(
    databaseUrl(
      'DATABASE_MIGRATION_URL',
      'The same database as a role that owns the tables, for migrations and commands; the role of DATABASE_URL then gets only the rights that the server needs.',
    ),
  ),
  databasePoolerUrl: secret(
    databaseUrl(
      'DATABASE_POOLER_URL',
      'The same database through PgBouncer in transaction mode, for everything short; the rest stays at DATABASE_URL.',
    ),
  ),
  databaseWait: integer(
    'DATABASE_WAIT',
    60,
    0,
    3_600,
    'Seconds that the start waits for the database of DATABASE_URL.',
  ),
  databaseReplicaUrls: secret(
    list(
      'DATABASE_REPLICA_URLS',
      'Read replicas, comma-separated; catalogue reads go there and fall back to the primary.',
    ),
  ),
  replicaMaxLag: integer(
    'REPLICA_MAX_LAG',
    10,
    // With samples of every second even a replica that has everything may seem a second behind, and comes back at half of this.
    3,
    3_600,
    'Seconds that a read replica may be behind before it is left out.',
  ),
  databasePool: integer(
    'DATABASE_POOL',
    20,
    6,
    500,
    'Maximum number of database connections beside those for searches; four are kept for sessions and limits.',
  ),
  databaseSearchPool: integer(
    'DATABASE_SEARCH_POOL',
    4,
    1,
    500,
    'Maximum number of connections for searches, on the primary and on each replica; about two for each core of the database.',
  ),
  publicUrl: origin(
    'PUBLIC_URL',
    'Beginning of links in emails and of return pages, without a path; unset: http://HOST:PORT.',
  ),
  allowedOrigins: list(
    'ALLOWED_ORIGINS',
    'Origins of web clients on other hosts of the same site that may call the API with the session, comma-separated, e.g. https://app.example.com; unset: only this site.',
  ),
  clientKey: text(
    'API_KEY',
    'channelbook-web',
    'Key that clients send as x-api-key. It identifies the client and is not a secret.',
  ),
  appSecret: secret(
    optional(
      'APP_SECRET',
      'Secret for signatures and keyed hashes, 32 characters or more; unset: generated once and kept in DATA_DIR. Several servers need the same one.',
    ),
  ),
  seedDemo: flag(
    'SEED_DEMO',
    true,
    'Fill an empty catalogue with the demo catalogue; default true unless DATABASE_URL is set.',
  ),
  demo: flag(
    'DEMO',
    false,
    'A public demonstration: made-up channels, payments without money, readable emails, everything deleted every night. Needs a database of its own.',
  ),
  rateLimits: oneOf(
    'RATE_LIMITS',
    'on',
    ['on', 'off'],
    'off is for load tests only. Limits on attempts and codes per day always apply.',
  ),
  limits: list(
    'LIMITS',
    'Limits that differ from the built-in table, e.g. login=10/60,search=60/60 (calls/seconds).',
  ),
  trustProxy: integer('TRUST_PROXY', 0, 0, 10, 'Number of reverse proxies in front.'),
  drainMs: integer(
    'DRAIN_MS',
    0,
    0,
    60_000,
    'Milliseconds that a stopping server continues to answer while /api/health says 503, so that a proxy notices; e.g. 5000 for two checks 2 s apart.',
  ),
  allowLocalServices: flag(
    'ALLOW_LOCAL_SERVICES',
    false,
    'Start local stand-ins although others may reach this server. Anybody who reaches LOCAL_PORT can then read all emails and pays nothing.',
  ),
  smtpUrl: secret(
    smtpUrl(
      'SMTP_URL',
      'SMTP server, e.g. smtps://user:password@host; unset: a local inbox on LOCAL_PORT, at /local/mail.',
    ),
  ),
  smtpTls: oneOf(
    'SMTP_TLS',
    'required',
    ['required', 'optional'],
    'optional sends emails and the password unencrypted where an smtp:// server on another machine offers no STARTTLS.',
  ),
  mailFrom: text('MAIL_FROM', 'Channelbook <no-reply@channelbook.example>', 'Sender of emails.'),
  mailBounces: optionalEmail(
    'MAIL_BOUNCES',
    'Envelope sender of emails, each with a token of its own after a plus sign; its mail server gives them to `bounces take`. Unset: bounces go to MAIL_FROM.',
  ),
  yookassaShopId: optional(
    'YOOKASSA_SHOP_ID',
    'Shop number at YooKassa, the payment provider; unset: a local stand-in on LOCAL_PORT, which takes no money.',
  ),
  yookassaSecretKey: secret(optional('YOOKASSA_SECRET_KEY', 'Secret key of that shop.')),
  yookassaUrl: url('YOOKASSA_URL', "Base address of the provider's API.", 'https://api.yookassa.ru/v3'),
  yookassaTimeoutSeconds: integer(
    'YOOKASSA_TIMEOUT_SECONDS',
    10,
    1,
    60,
    'Timeout of one call to the provider; a call that exceeds it is repeated later.',
  ),
  yookassaNetworks: list(
    'YOOKASSA_NETWORKS',
    'Addresses or networks (10.0.0.0/8) from which notifications are accepted; unset: any, as they are not trusted anyway. Needs TRUST_PROXY behind proxies.',
  ),
  receipts: oneOf(
    'RECEIPTS',
    'provider',
    ['provider', 'off'],
    'Whether the provider sends fiscal receipts (54-FZ), or you send them by other means.',
  ),
  receiptVatCode: optionalInteger(
    'RECEIPT_VAT_CODE',
    1,
    12,
    "The provider's VAT code, for receipts and documents; 1 means without VAT. Unset: receipts have 1, documents do not mention VAT.",
  ),
  receiptSubject: oneOf(
    'RECEIPT_SUBJECT',
    'service',
    ['service', 'intellectual_activity', 'payment', 'another'],
    'The subject of sale on a receipt.',
  ),
  receiptMode: oneOf(
    'RECEIPT_MODE',
    'full_prepayment',
    ['full_prepayment', 'advance', 'full_payment'],
    'The payment mode on a receipt; ask the accountant.',
  ),
  dkimSelector: optional(
    'DKIM_SELECTOR',
    'Name of the key that signs emails: SELECTOR._domainkey at the domain of MAIL_FROM; unset: no signature.',
  ),
  dkimPrivateKey: secret(optional('DKIM_PRIVATE_KEY', 'That key, PEM; line breaks may be written as \\n.')),
  captcha: oneOf(
    'CAPTCHA',
    'altcha',
    ['altcha', 'smartcaptcha', 'turnstile', 'recaptcha'],
    'Captcha at sign-up; altcha is self-hosted proof of work, recaptcha is version 2.',
  ),
  captchaSiteKey: optional('CAPTCHA_SITE_KEY', 'Public key of this site at the captcha provider.'),
  captchaSecretKey: secret(
    optional('CAPTCHA_SECRET_KEY', 'Secret key of this site at the captcha provider.'),
  ),
  captchaWork: integer(
    'CAPTCHA_WORK',
    300,
    3,
    100_000,
    'Average number of attempts to solve altcha; networks with many sign-ups need several times as many.',
  ),
  captchaUrl: url(
    'CAPTCHA_URL',
    'Address of the captcha provider, e.g. https://www.recaptcha.net/recaptcha/api; unset: its own address.',
  ),
  googleSignIn: oneOf(
    'GOOGLE_SIGN_IN',
    'off',
    ['off', 'local', 'google'],
    'Button to sign in with Google; local: a stand-in on LOCAL_PORT.',
  ),
  googleClientId: optional(
    'GOOGLE_CLIENT_ID',
    'Client id of this site at Google; GOOGLE_SIGN_IN=google needs it.',
  ),
  googleJwksUrl: url('GOOGLE_JWKS_URL', "Address of the keys of Google's tokens; unset: Google's own."),
  googleIssuers: list(
    'GOOGLE_ISSUERS',
    "Issuers of Google's tokens, comma-separated; unset: Google's own names.",
  ),
  oidcIssuer: issuer(
    'OIDC_ISSUER',
    'OpenID Connect issuer to sign in with, exactly as its discovery document writes it, e.g. https://id.example.com/realms/sales; local: a stand-in on LOCAL_PORT.',
  ),
  oidcClientId: optional('OIDC_CLIENT_ID', 'Client id of this site at the issuer; OIDC_ISSUER needs it.'),
  oidcClientSecret: secret(
    optional(
      'OIDC_CLIENT_SECRET',
      'Secret of this site at the issuer; unset: a public client, with PKCE alone.',
    ),
  ),
  oidcName: optional('OIDC_NAME', "Name on the button that leads to the issuer; unset: the issuer's host."),
  oidcScopes: text(
    'OIDC_SCOPES',
    'openid email profile',
    'Scopes that the issuer is asked for, separated by spaces.',
  ),
  oidcAddresses: oneOf(
    'OIDC_ADDRESSES',
    'verified',
    ['verified', 'trusted'],
    'trusted takes the addresses of an issuer that says nothing about their verification, such as Entra ID.',
  ),
  oidcRoleClaim: optional(
    'OIDC_ROLE_CLAIM',
    "Claim that lists a person's roles or groups, e.g. groups or realm_access.roles; unset: the issuer has no say in roles here.",
  ),
  oidcRoles: list(
    'OIDC_ROLES',
    'What values of OIDC_ROLE_CLAIM mean here, comma-separated, each as VALUE=ROLE, e.g. marketing=sponsor.',
  ),
  oidcLogout: oneOf(
    'OIDC_LOGOUT',
    'here',
    ['here', 'issuer'],
    'Whether logging out also ends the session at the issuer.',
  ),
  passwordMin: integer('PASSWORD_MIN', 5, 5, 64, 'Minimum length of a new password in characters.'),
  passwordCommon: oneOf(
    'PASSWORD_COMMON',
    'advise',
    ['advise', 'refuse'],
    "Advise against, or refuse, the 10,000 most common passwords and the person's own address or name; default refuse when PUBLIC_URL is https.",
  ),
  welcomeUses: integer('WELCOME_USES', 3, 0, 1_000, 'Uses that a new account gets.'),
  welcomePerNetworkDay: integer(
    'WELCOME_PER_NETWORK_DAY',
    20,
    0,
    1_000_000,
    'Maximum number of accounts per day and network (IPv4 address or IPv6 /48) that get welcome uses; others get them at a later login.',
  ),
  creatorNotice: oneOf(
    'CREATOR_NOTICE',
    'on',
    ['on', 'off'],
    'Whether the owner of an address is notified by email when it is first sold; off if you inform creators otherwise.',
  ),
  supportEmail: text(
    'SUPPORT_EMAIL',
    'support@channelbook.example',
    'Address shown for support; answers to emails go there.',
  ),
  socialLinks: list('SOCIAL_LINKS', 'Links in the footer, comma-separated, each as Name=https://...'),
  sellerName: optional(
    'SELLER_NAME',
    'Seller named in the offer and on the legal pages; unset: they say that this installation sells nothing. A real shop needs it.',
  ),
  sellerInn: optional('SELLER_INN', "The seller's taxpayer number (INN). A real shop needs it."),
  sellerOgrn: optional('SELLER_OGRN', "The seller's registration number (OGRN or OGRNIP)."),
  sellerAddress: optional('SELLER_ADDRESS', "The seller's postal address."),
  sellerPhone: optional(
    'SELLER_PHONE',
    "The seller's telephone number; the address for correspondence is SUPPORT_EMAIL.",
  ),
  bankName: optional(
    'BANK_NAME',
    "The seller's bank, for invoices that companies pay by bank transfer; without the next three no invoice is offered. Needs SELLER_NAME and SELLER_INN.",
  ),
  bankBic: optional('BANK_BIC', 'Its BIC, 9 digits.'),
  bankAccount: optional('BANK_ACCOUNT', "The seller's account there, 20 digits."),
  bankCorrespondentAccount: optional(
    'BANK_CORRESPONDENT_ACCOUNT',
    "The bank's correspondent account, 20 digits.",
  ),
  legalFolder: text(
    'LEGAL_FOLDER',
    'src/shared/legal/versions',
    'Folder of the legal texts beside those in force: announced and replaced versions, as Markdown.',
  ),
  sponsorCampaignUrl: url(
    'SPONSOR_CAMPAIGN_URL',
    'Page that invites sponsors; with it, every page links to the sponsors and the vote.',
  ),
  youtubeUrl: url(
    'YOUTUBE_URL',
    'Base address of the YouTube Data API v3; unset: https://www.googleapis.com/youtube/v3.',
  ),
  youtubeApiKey: secret(
    optional('YOUTUBE_API_KEY', 'Key of the YouTube Data API v3; unset: a local stand-in on LOCAL_PORT.'),
  ),
  youtubeQuota: list(
    'YOUTUBE_QUOTA',
    'Calls per day to the YouTube Data API, where different from search=100,statistics=10000,other=10000.',
  ),
  youtubeReserve: integer(
    'YOUTUBE_RESERVE',
    20,
    0,
    100,
    "Percentage of each day's calls that jobs leave to people; visitors may use half of it.",
  ),
  statisticsRetentionDays: integer(
    'STATISTICS_RETENTION_DAYS',
    30,
    2,
    3_650,
    'Days that data from YouTube is kept; it is refreshed after three quarters of them, 20 days at most. More than 30 needs YOUTUBE_AMENDMENT_ACCEPTED.',
  ),
  contactSoldMonths: integer(
    'CONTACT_SOLD_MONTHS',
    CONTACT_MONTHS.sold,
    1,
    CONTACT_MONTHS.sold,
    'Months after which a contact that was neither seen nor confirmed again is no longer sold.',
  ),
  contactKeptMonths: integer(
    'CONTACT_KEPT_MONTHS',
    CONTACT_MONTHS.kept,
    1,
    CONTACT_MONTHS.kept,
    'Months after which it is deleted, also from purchases.',
  ),
  youtubeAmendmentAccepted: flag(
    'YOUTUBE_AMENDMENT_ACCEPTED',
    false,
    'YouTube accepted this installation under its derived-metrics amendment: statistics may be kept longer than 30 days, and calculated ones shown.',
  ),
  dnsServers: resolvers(
    'DNS_SERVERS',
    "Resolvers for the checks of mail domains, comma-separated; unset: the system's.",
  ),
  indexChannels: flag('INDEX_CHANNELS', false, 'Whether search engines may list the pages of channels.'),
  logLevel: oneOf(
    'LOG_LEVEL',
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    'How much is logged, as JSON lines on standard output.',
  ),
  securityLogFile: optional(
    'SECURITY_LOG_FILE',
    'File to which security events are appended; unset: they are among the other log lines, marked "log":"security".',
  ),
  metricsToken: secret(
    optional(
      'METRICS_TOKEN',
      'Bearer token for /metrics; unset: /metrics is served on LOCAL_PORT, only to this machine.',
    ),
  ),
  otelEndpoint: url(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Base address of an OpenTelemetry collector that takes traces over OTLP/HTTP, e.g. http://127.0.0.1:4318; unset: no traces.',
  ),
  otelHeaders: secret(
    optional(
      'OTEL_EXPORTER_OTLP_HEADERS',
      'Headers for the collector, as name=value, comma-separated, with values in percent-encoding.',
    ),
  ),
  otelServiceName: text('OTEL_SERVICE_NAME', 'channelbook', 'Name of this service in traces.'),
  otelRatio: share(
    'OTEL_TRACES_SAMPLER_ARG',
    1,
    'Share of traces that are sent, 0 to 1; for busy servers, e.g. 0.05.',
  ),
} as const
