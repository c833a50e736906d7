/** The model's channels with the names of their addresses, the best one first. Two channels share an address. */
export const ABUSED_CHANNELS = [['a'], ['b', 'c'], ['s'], ['s', 'd'], ['e'], ['f']] as const

/** People who come first; two are colleagues. */
const FIRST = ['agency', 'agency', 'free'] as const
/** Where an account's address is: at one of two firms, or at a provider for everybody. */
export type Domain = 'agency' | 'studio' | 'free'
/** Uses of a new account. */
export const START = 6

/** The channel of a contact that was merged into another one. */
const GONE = -1
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const WARRANTY = 30 * DAY

/** What a mail server's answer says, as the model needs it. */
export interface Answer {
  /** An answer with the same number is the same text. */
  readonly number: number
  /** The name of an address, or 'foreign'. */
  readonly about: string
  readonly at: number
  readonly says: 'gone' | 'temporary' | 'policy' | 'unclear'
}

type Kind = 'bounced' | 'no_mailbox' | 'wrong_person' | 'not_business'

/** What one person does in one call. */
export type Action =
  | { readonly do: 'sign up'; readonly domain: Domain }
  | { readonly do: 'leave'; readonly by: number }
  | { readonly do: 'reveal'; readonly by: number; readonly channel: number }
  | {
      readonly do: 'report'
      readonly by: number
      readonly channel: number
      readonly kind: Kind
      readonly answer: Answer | null
    }
  | { readonly do: 'look'; readonly by: number; readonly channel: number }
  | { readonly do: 'decide'; readonly report: number; readonly isCredited: boolean }
  | { readonly do: 'ask' | 'confirm' | 'suppress'; readonly address: string }
  | { readonly do: 'merge'; readonly from: number; readonly into: number }
  | { readonly do: 'wait'; readonly days: number }

interface Contact {
  channel: number
  readonly address: string
  /** Among the contacts of the channel that it was found for. */
  place: number
}

interface Address {
  bouncedAt: number | null
  confirmedAt: number | null
  /** When the owner's last link was mailed. */
  linkAt: number | null
  isOffSale: boolean
  isSuppressed: boolean
}

interface Reveal {
  readonly by: number
  /** Null once a merge has left another reveal of the same person in its place. */
  channel: number | null
  contact: number
  readonly at: number
  hasReturned: boolean
}

interface Report {
  readonly by: number
  readonly reveal: number
  contact: number
  readonly kind: Kind
  readonly at: number
  state: 'credited' | 'replaced' | 'review' | 'refused'
  reason: string
  decidedAt: number | null
  /** What was given in its place. */
  replacement: number | null
}

/** What is done soon after a call, under the lock on a person. */
type Deferred =
  | { readonly do: 'settle'; readonly by: number; readonly contact: number }
  | { readonly do: 'return'; readonly reveal: number }

/** All that the rules of docs/evidence.md need, in its simplest form. */
export interface AbuseModel {
  now: number
  /** How many other channels the first person has bought, and when. */
  readonly earlier: { readonly reveals: number; readonly at: number }
  readonly people: { readonly domain: Domain; uses: number; isGone: boolean }[]
  readonly contacts: Contact[]
  /** The channel that stands for each one. */
  readonly standsFor: number[]
  readonly addresses: Record<string, Address>
  readonly reveals: Reveal[]
  readonly reports: Report[]
  /** Answers that gave somebody a use or another contact. */
  readonly spentAnswers: number[]
  deferred: Deferred[]
}

export function startOf(now: number, earlier: number): AbuseModel {
  const contacts = ABUSED_CHANNELS.flatMap((names, channel) =>
    names.map((address, place) => ({ channel, address, place })),
  )
  const fresh = { bouncedAt: null, confirmedAt: null, linkAt: null, isOffSale: false, isSuppressed: false }
  return {
    now,
    earlier: { reveals: earlier, at: now },
    people: FIRST.map((domain) => ({ domain, uses: START, isGone: false })),
    contacts,
    standsFor: [...ABUSED_CHANNELS.keys()],
    addresses: Object.fromEntries(contacts.map(({ address }) => [address, { ...fresh }])),
    reveals: [],
    reports: [],
    spentAnswers: [],
    deferred: [],
  }
}

/** Does an action to the model. @returns the answer: a status with what matters of it */
export function advance(model: AbuseModel, action: Action): string {
  switch (action.do) {
    case 'sign up':
      model.people.push({ domain: action.domain, uses: START, isGone: false })
      return 'done'
    case 'leave':
      model.people[action.by]!.isGone = true
      return 'done'
    case 'reveal':
      return sell(model, action.by, action.channel)
    case 'report':
      return judge(model, action)
    case 'look':
      return tell(model, action.channel)
    case 'decide':
      return decide(model, action.report, action.isCredited)
    case 'ask':
      model.addresses[action.address]!.linkAt = model.now
      return 'done'
    case 'confirm':
      return confirm(model, action.address)
    case 'suppress':
      return suppress(model, action.address)
    case 'merge':
      return merge(model, action)
    case 'wait':
      model.now += action.days * DAY
      return 'done'
  }
}

/** Does one piece of deferred work. */
export function settle(model: AbuseModel, place: number): void {
  const [work] = model.deferred.splice(place, 1)
  if (work?.do === 'return') {
    const bought = model.reveals[work.reveal]!
    if (!model.people[bought.by]!.isGone) giveBack(model, work.reveal)
  }
  if (work?.do === 'settle') settleOpinion(model, work.by, work.contact)
}

function stateOf(model: AbuseModel, contact: number): Address {
  return model.addresses[model.contacts[contact]!.address]!
}

/** The contacts of a channel that are on sale, or that a person bought or was given; best first: not known to fail, then confirmed last. */
function visible(model: AbuseModel, channel: number, by: number | null): number[] {
  const order = (contact: number) => {
    const { bouncedAt, confirmedAt } = stateOf(model, contact)
    return [bouncedAt === null ? 0 : 1, -(confirmedAt ?? 0), model.contacts[contact]!.place, contact]
  }
  const isOwn = (contact: number) =>
    model.reveals.some((bought) => bought.by === by && bought.contact === contact) ||
    model.reports.some((made) => made.by === by && made.replacement === contact)
  return [...model.contacts.keys()]
    .filter((contact) => model.contacts[contact]!.channel === channel)
    .filter((contact) => !stateOf(model, contact).isSuppressed)
    .filter((contact) => !stateOf(model, contact).isOffSale || isOwn(contact))
    .toSorted((one, other) => {
      const [left, right] = [order(one), order(other)]
      const place = left.findIndex((value, index) => value !== right[index])
      return place < 0 ? 0 : left[place]! - right[place]!
    })
}

const nameOf = (model: AbuseModel, contact: number | undefined) =>
  contact === undefined ? null : model.contacts[contact]!.address

/** The address that a channel would sell to somebody new; null when it has none. */
export function soldBy(model: AbuseModel, channel: number): string | null {
  return nameOf(model, visible(model, channel, null)[0])
}

/** The address that a buyer of a channel sees; null when it is withheld. */
export function shownTo(model: AbuseModel, by: number, channel: number): string | null {
  return nameOf(model, visible(model, channel, by)[0])
}

function purchaseOf(model: AbuseModel, by: number, channel: number): number {
  return model.reveals.findIndex((bought) => bought.by === by && bought.channel === channel)
}

function sell(model: AbuseModel, by: number, channel: number): string {
  const person = model.people[by]!
  const isBought = purchaseOf(model, by, channel) >= 0
  const [contact] = visible(model, channel, isBought ? by : null)
  if (contact === undefined) return '404 no_contact'
  if (!isBought) {
    if (person.uses === 0) return '400 no_uses'
    person.uses -= 1
    model.reveals.push({ by, channel, contact, at: model.now, hasReturned: false })
  }
  return `200 ${nameOf(model, contact)} uses ${person.uses}`
}

type Reporting = Extract<Action, { readonly do: 'report' }>

function judge(model: AbuseModel, { by, channel, kind, answer }: Reporting): string {
  const number = purchaseOf(model, by, channel)
  const bought = model.reveals[number]
  const told = (state: string, reason: string) => `200 ${state} ${reason} uses ${model.people[by]!.uses}`
  if (bought === undefined) return '404 not_found'
  if (model.now > bought.at + WARRANTY) return told('refused', 'late')
  const [best] = visible(model, channel, by)
  if (best === undefined) return '404 no_contact'
  if (bought.hasReturned) return '409 already_reported'
  let contact: number | undefined = best
  if (answer !== null) {
    // An hour, because clocks differ.
    const isLater = answer.at >= bought.at - 60 * MINUTE
    const given = model.reports.filter((made) => made.reveal === number).map(({ replacement }) => replacement)
    const shown = visible(model, channel, by).filter((each) =>
      [best, bought.contact, ...given].includes(each),
    )
    contact = isLater ? shown.find((each) => nameOf(model, each) === answer.about) : undefined
    if (contact === undefined) return '400 wrong_evidence'
    if (answer.says === 'temporary' || answer.says === 'policy') return told('refused', answer.says)
  }
  const reported = (of: number) =>
    model.reports.find((other) => other.reveal === number && other.contact === of)
  const before = reported(contact)
  // An answer of the mail server takes the place of what was said without one.
  const isUnproved = before?.state === 'review' && before.kind !== 'bounced'
  if (before !== undefined && !(answer !== null && isUnproved)) return '409 already_reported'
  const given: Report = {
    by,
    reveal: number,
    contact,
    kind,
    at: model.now,
    state: 'review',
    reason: 'unclear',
    decidedAt: null,
    replacement: null,
  }
  const replacement = visible(model, channel, null).find(
    (other) => other !== contact && stateOf(model, other).bouncedAt === null && reported(other) === undefined,
  )
  const mayReturn = returnsLeft(model, by) > 0
  const made = before === undefined ? given : Object.assign(before, given)
  if (before === undefined) model.reports.push(made)
  if (kind === 'wrong_person' || kind === 'not_business') {
    made.reason = 'alone'
    const opinions = opinionsOf(model, contact)
    if (firmsOf(model, opinions) >= 2) {
      settleOpinion(model, by, contact)
      for (const other of new Set(opinions))
        if (other !== by) model.deferred.push({ do: 'settle', by: other, contact })
    }
  } else if (answer?.says === 'gone') {
    if (!mayReturn) made.reason = 'many'
    else if (model.spentAnswers.includes(answer.number)) made.reason = 'known'
    else {
      model.spentAnswers.push(answer.number)
      made.replacement = replacement ?? null
      close(model, made, replacement === undefined ? 'credited' : 'replaced', 'gone')
      noteBounce(model, made)
    }
  }
  return told(made.state, made.reason)
}

/** How many more reports may give a person something without anybody looking. */
function returnsLeft(model: AbuseModel, by: number): number {
  const isRecent = (at: number | null) => at !== null && at > model.now - WARRANTY
  const reveals = model.reveals.filter((bought) => bought.by === by && isRecent(bought.at)).length
  const earlier = by === 0 && isRecent(model.earlier.at) ? model.earlier.reveals : 0
  const given = model.reports.filter(
    ({ by: whose, state, reason, decidedAt }) =>
      whose === by &&
      (state === 'credited' || state === 'replaced') &&
      reason !== 'returned' &&
      isRecent(decidedAt),
  )
  return Math.max(3, Math.floor((reveals + earlier) / 5)) - given.length
}

function close(model: AbuseModel, made: Report, state: 'credited' | 'replaced' | 'refused', reason: string) {
  made.state = state
  made.reason = reason
  made.decidedAt = model.now
  if (state === 'credited') giveBack(model, made.reveal)
}

function giveBack(model: AbuseModel, number: number): void {
  const bought = model.reveals[number]!
  if (bought.hasReturned) return
  bought.hasReturned = true
  model.people[bought.by]!.uses += 1
  for (const made of model.reports)
    if (made.reveal === number && made.state === 'review')
      Object.assign(made, { state: 'credited', reason: 'returned', decidedAt: model.now })
}

function settleOpinion(model: AbuseModel, by: number, contact: number): void {
  const made = model.reports.find(
    (each) =>
      each.by === by && each.contact === contact && each.state === 'review' && each.reason === 'alone',
  )
  if (made === undefined || model.reveals[made.reveal]!.hasReturned || returnsLeft(model, by) <= 0) return
  close(model, made, 'credited', 'agreed')
}

function opinionsOf(model: AbuseModel, contact: number): number[] {
  return model.reports
    .filter((made) => made.contact === contact && made.state !== 'refused')
    .filter(({ kind }) => kind === 'wrong_person' || kind === 'not_business')
    .map(({ by }) => by)
    .filter((by) => !model.people[by]!.isGone)
}

/** Of how many firms people are; at a provider for everybody each is on their own. */
function firmsOf(model: AbuseModel, people: readonly number[]): number {
  return new Set(people.map((by) => (model.people[by]!.domain === 'free' ? by : model.people[by]!.domain)))
    .size
}

function noteBounce(model: AbuseModel, { contact, at }: Report): void {
  const state = stateOf(model, contact)
  const proofs = model.reports.filter(
    (made) =>
      stateOf(model, made.contact) === state &&
      (made.kind === 'bounced' || made.kind === 'no_mailbox') &&
      (made.state === 'credited' || made.state === 'replaced') &&
      made.reason !== 'returned' &&
      (state.confirmedAt === null || made.at > state.confirmedAt) &&
      !model.people[made.by]!.isGone,
  )
  if (proofs.length === 0) return
  state.bouncedAt = Math.max(state.bouncedAt ?? at, at)
  if (
    firmsOf(
      model,
      proofs.map(({ by }) => by),
    ) >= 2
  )
    state.isOffSale = true
}

function tell(model: AbuseModel, channel: number): string {
  const [contact] = visible(model, channel, null)
  if (contact === undefined) return '200 nothing'
  const { bouncedAt, confirmedAt } = stateOf(model, contact)
  const buyers = model.reveals.filter((bought) => bought.contact === contact).length
  const reporters = model.reports.filter(
    ({ contact: of, state, reason, at }) =>
      of === contact &&
      (state === 'credited' || state === 'replaced') &&
      reason !== 'returned' &&
      at > model.now - 90 * DAY,
  )
  return [
    `200 ${buyers === 0 ? '0' : buyers < 6 ? '1-5' : '6-20'}`,
    `reports ${new Set(reporters.map(({ by }) => by)).size}`,
    bouncedAt === null ? 'as checked' : 'returned',
    confirmedAt === null ? 'not confirmed' : 'confirmed',
  ].join(', ')
}

function decide(model: AbuseModel, number: number, isCredited: boolean): string {
  const made = model.reports[number]!
  if (made.state !== 'review') return 'decided before'
  if (model.people[made.by]!.isGone) return 'account closed'
  const state = isCredited ? 'credited' : 'refused'
  close(model, made, state, 'operator')
  if (state === 'credited' && (made.kind === 'bounced' || made.kind === 'no_mailbox')) noteBounce(model, made)
  return state
}

function confirm(model: AbuseModel, name: string): string {
  const address = model.addresses[name]!
  const { linkAt, bouncedAt } = address
  if (linkAt === null || model.now >= linkAt + 7 * DAY) return '400 wrong_token'
  if (address.isSuppressed) return '200'
  address.confirmedAt = model.now
  if (bouncedAt !== null && bouncedAt < linkAt) Object.assign(address, { bouncedAt: null, isOffSale: false })
  return '200'
}

function suppress(model: AbuseModel, name: string): string {
  const address = model.addresses[name]!
  address.linkAt = null
  if (address.isSuppressed) return 'done'
  address.isSuppressed = true
  for (const [number, bought] of model.reveals.entries()) {
    const given = model.reports.filter((made) => made.reveal === number).map(({ replacement }) => replacement)
    const isSold = [bought.contact, ...given].some((contact) => nameOf(model, contact ?? undefined) === name)
    if (isSold && bought.at >= model.now - WARRANTY) model.deferred.push({ do: 'return', reveal: number })
  }
  return 'done'
}

function merge(model: AbuseModel, { from, into }: { readonly from: number; readonly into: number }): string {
  for (const [number, contact] of model.contacts.entries())
    if (contact.channel === from) moveContact(model, number, into)
  for (const by of model.people.keys()) {
    const both = [...model.reveals.entries()].filter(
      ([, bought]) => bought.by === by && (bought.channel === from || bought.channel === into),
    )
    // That whose use can still come back, and that for longest.
    const [kept, gone] = both
      .toSorted(
        ([number, one], [other, two]) =>
          Number(one.hasReturned) - Number(two.hasReturned) || two.at - one.at || other - number,
      )
      .map(([, bought]) => bought)
    if (kept !== undefined) kept.channel = into
    if (gone !== undefined) gone.channel = null
  }
  for (const [place, stands] of model.standsFor.entries()) if (stands === from) model.standsFor[place] = into
  return 'done'
}

/** An address that the other channel has too becomes one contact with all that was sold, reported and given of either. */
function moveContact(model: AbuseModel, number: number, into: number): void {
  const moved = model.contacts[number]!
  const kept = model.contacts.findIndex(
    ({ channel, address }) => channel === into && address === moved.address,
  )
  moved.channel = kept < 0 ? into : GONE
  if (kept < 0) return
  model.contacts[kept]!.place = Math.min(model.contacts[kept]!.place, moved.place)
  for (const bought of model.reveals) if (bought.contact === number) bought.contact = kept
  for (const made of model.reports) {
    if (made.contact === number) made.contact = kept
    if (made.replacement === number) made.replacement = kept
  }
}
