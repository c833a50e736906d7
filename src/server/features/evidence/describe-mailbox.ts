import { domainOf, isDisposable, MAIL_PROVIDERS } from '#server/people/mailboxes.ts'

// Providers whose mailboxes have several domains. Any other provider is called by its domain.
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    gmail: 'gmail.com googlemail.com',
    yandex: 'yandex.ru ya.ru yandex.com yandex.by yandex.kz yandex.ua narod.ru',
    'mail.ru': 'mail.ru bk.ru list.ru inbox.ru internet.ru vk.com',
    rambler: 'rambler.ru lenta.ru ro.ru',
    outlook: 'outlook.com hotmail.com live.com msn.com',
    yahoo: 'yahoo.com ymail.com rocketmail.com',
    icloud: 'icloud.com me.com mac.com',
    proton: 'proton.me protonmail.com pm.me',
    gmx: 'gmx.com gmx.net gmx.de',
  }).flatMap(([name, domains]) => domains.split(' ').map((domain) => [domain, name] as const)),
)

// Hosts that take mail only for a provider's own domains, of which some have one in every country: hotmail.fr, yahoo.co.uk.
const CONSUMER_HOSTS: readonly (readonly [RegExp, string])[] = [
  [/\.olc\.protection\.outlook\.com$/, 'outlook'],
  [/^(?!mx-biz\.).*\.yahoodns\.net$/, 'yahoo'],
]

const KNOWN: ReadonlySet<string> = new Set(MAIL_PROVIDERS)

/**
 * Who gives out mailboxes at a domain: a provider to anybody (`gmail`, `mail.ru`, `disposable` ones for a while), or the domain's owner
 * (`own domain`), also where Google, Microsoft, Yandex or another runs the servers for the owner.
 * @param route whether the domain accepts mail, and its MX hosts in lower case, if any
 * @returns null when it is no provider's and accepts no mail
 */
export function mailboxProvider(
  domain: string,
  { accepts, hosts }: { readonly accepts: boolean; readonly hosts: readonly string[] },
): string | null {
  if (KNOWN.has(domain)) return NAMES.get(domain) ?? domain
  if (isDisposable(`@${domain}`)) return 'disposable'
  if (!accepts) return null
  const consumer = CONSUMER_HOSTS.find(([host]) => hosts.some((name) => host.test(name)))
  return consumer?.[1] ?? 'own domain'
}

// RFC 2142, and what creators and companies use beside it, in English and Russian.
const ROLES: ReadonlySet<string> = new Set(
  `info marketing sales support abuse noc security postmaster hostmaster webmaster news www
  admin ad ads adv advert advertise advertising biz booking bookings brand brands business collab collabs collaboration collaborations
  commercial contact contacts contactus cooperation deal deals editor enquiries enquiry feedback general hello help hey hi inbox inquiries
  inquiry integration integrations job jobs mail management manager media mgmt office partner partners partnership partnerships pr press
  promo promotion reception sponsor sponsors sponsorship sponsorships staff studio team work
  kontakt kontakty pochta pressa reklama sotrudnichestvo zakaz zayavka`.split(/\s+/),
)

/**
 * Whether an address belongs to a task and not to a person, as info@ and press@ do. At a mail provider it is only a name that
 * somebody chose.
 * @param email normalised
 */
export function isRoleAddress(email: string): boolean {
  if (KNOWN.has(domainOf(email))) return false
  const [local = ''] = email.slice(0, email.lastIndexOf('@')).split('+')
  const words = local.split(/[._-]/).map((word) => word.replace(/\d+$/, ''))
  return words.every((word) => ROLES.has(word))
}
