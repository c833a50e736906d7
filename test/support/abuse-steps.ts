import {
  ABUSED_CHANNELS,
  type AbuseModel,
  type Action,
  advance,
  type Answer,
  type Domain,
  settle,
  shownTo,
} from '#test/support/abuse-model.ts'
import { fc } from '#test/support/fast-check.ts'

/** What a reporter hands in. */
const CLAIMS = [
  'gone',
  'foreign',
  'temporary',
  'policy',
  'unclear',
  'early',
  'replayed',
  'wrong_person',
  'not_business',
  'no_mailbox',
] as const
type Claim = (typeof CLAIMS)[number]

/** What people do, alone and together. Numbers choose among what there is, so that every step of every sequence does something. */
export type Step =
  | { readonly do: 'sign up'; readonly domain: Domain }
  | { readonly do: 'leave'; readonly by: number }
  | { readonly do: 'reveal' | 'look'; readonly by: number; readonly channel: number }
  /** One person buys everything, or everybody buys one channel. */
  | { readonly do: 'shop'; readonly by: number }
  | { readonly do: 'rush'; readonly channel: number }
  | {
      readonly do: 'report'
      readonly purchase: number
      readonly claim: Claim
      /** What it is about: what the buyer sees now, or what was sold then. */
      readonly about: 'shown' | 'sold'
      readonly times: number
      /** Somebody else names the purchase, one who has not bought the same if there is one. */
      readonly isStolen: boolean
    }
  /** One person reports everything, or buyers report one channel. */
  | { readonly do: 'burst'; readonly by: number; readonly claim: Claim }
  | Gang
  | {
      readonly do: 'decide'
      readonly report: number
      readonly isCredited: boolean
      readonly times: number
      /** Whether it may be one that is decided. */
      readonly isAny: boolean
    }
  /** Null is any channel. */
  | {
      readonly do: 'ask' | 'confirm' | 'suppress'
      readonly address: number
      readonly channel: number | null
    }
  | { readonly do: 'merge'; readonly from: number; readonly into: number }
  | { readonly do: 'wait'; readonly days: number }

export interface Gang {
  readonly do: 'gang'
  readonly channel: number
  readonly claim: Claim
  readonly about: 'shown' | 'sold'
  /** Everybody, one of them, or all but one. */
  readonly who: 'all' | 'one' | 'others'
  readonly one: number
}

export const anyNumber = fc.nat({ max: 11 })
const anyPerson = fc.nat({ max: 5 })
export const anyChannel = fc.nat({ max: ABUSED_CHANNELS.length - 1 })
export const anyClaim = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Claim>('gone') },
  { weight: 3, arbitrary: fc.constantFrom<Claim>('wrong_person', 'not_business') },
  { weight: 4, arbitrary: fc.constantFrom(...CLAIMS) },
)
const record = <T extends Step>(model: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  fc.record(model) as unknown as fc.Arbitrary<Step>
const doing = <Name extends Step['do']>(name: Name) => fc.constant(name)

const CALLS = [
  { weight: 2, arbitrary: record({ do: doing('reveal'), by: anyPerson, channel: anyChannel }) },
  { weight: 2, arbitrary: record({ do: doing('rush'), channel: anyChannel }) },
  { weight: 2, arbitrary: record({ do: doing('shop'), by: anyPerson }) },
  {
    weight: 8,
    arbitrary: record({
      do: doing('report'),
      purchase: anyNumber,
      claim: anyClaim,
      about: fc.constantFrom('shown', 'shown', 'sold'),
      times: fc.constantFrom(1, 1, 1, 2),
      isStolen: fc.constantFrom(false, false, false, false, true),
    }),
  },
  { weight: 3, arbitrary: record({ do: doing('burst'), by: anyPerson, claim: anyClaim }) },
  {
    weight: 4,
    arbitrary: record({
      do: doing('gang'),
      channel: anyChannel,
      claim: anyClaim,
      about: fc.constant('shown'),
      who: fc.constant('all'),
      one: fc.constant(0),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      do: doing('decide'),
      report: anyNumber,
      isCredited: fc.boolean(),
      times: fc.constantFrom(1, 1, 2),
      isAny: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 2, arbitrary: record({ do: doing('confirm'), address: anyNumber, channel: fc.constant(null) }) },
  { weight: 1, arbitrary: record({ do: doing('look'), by: anyPerson, channel: anyChannel }) },
  { weight: 2, arbitrary: record({ do: doing('suppress'), address: anyNumber, channel: fc.constant(null) }) },
]

/** What may happen at the same moment as other things. */
export const anyCall: fc.Arbitrary<Step> = fc.oneof(...CALLS)

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...CALLS,
  {
    weight: 1,
    arbitrary: record({ do: doing('sign up'), domain: fc.constantFrom('agency', 'studio', 'free') }),
  },
  { weight: 2, arbitrary: record({ do: doing('leave'), by: anyPerson }) },
  { weight: 3, arbitrary: record({ do: doing('ask'), address: anyNumber, channel: fc.constant(null) }) },
  { weight: 2, arbitrary: record({ do: doing('merge'), from: anyChannel, into: anyChannel }) },
  { weight: 2, arbitrary: record({ do: doing('wait'), days: fc.constantFrom(1, 6, 12, 31, 31) }) },
)

/** Channels that everybody has bought before anything else happens. */
export const firstPurchases: fc.Arbitrary<Step[]> = fc
  .subarray([...ABUSED_CHANNELS.keys()])
  .map((channels) => channels.map((bought) => ({ do: 'rush', channel: bought })))

const HOUR = 3_600_000

/** Turns a step into calls, as things stand. @param answers all that mail servers have answered so far; it grows */
export function callsOf(model: AbuseModel, step: Step, answers: Answer[]): Action[] {
  const people = [...model.people.keys()].filter((by) => !model.people[by]!.isGone)
  const somebody = (by: number) => people[by % people.length]
  const channelOf = (number: number) => model.standsFor[number]!
  const names = Object.keys(model.addresses)
  switch (step.do) {
    case 'sign up':
      return people.length < 6 ? [step] : []
    case 'leave': {
      const by = somebody(step.by)
      // The first person's earlier purchases stay in the model.
      return by === undefined || people.length < 2 ? [] : [{ do: 'leave', by }]
    }
    case 'reveal':
    case 'look': {
      const by = somebody(step.by)!
      return [{ do: step.do, by, channel: channelOf(step.channel) }]
    }
    case 'shop': {
      const by = somebody(step.by)!
      return [...new Set(model.standsFor)].map((each) => ({ do: 'reveal', by, channel: each }))
    }
    case 'rush':
      return people.map((by) => ({ do: 'reveal', by, channel: channelOf(step.channel) }))
    case 'report': {
      const bought = purchasesOf(model, () => true)
      const made = bought[step.purchase % bought.length]
      if (made === undefined) return []
      const call = reportOf(model, made, step, answers)
      const others = people.filter(
        (by) => purchasesOf(model, (each) => each.by === by && each.channel === made.channel).length === 0,
      )
      const thieves = others.length > 0 ? others : people
      const by = step.isStolen ? thieves[step.purchase % thieves.length]! : made.by
      return Array.from({ length: step.times }, () => ({ ...call, by }))
    }
    case 'burst': {
      const whose = somebody(step.by)
      return purchasesOf(model, ({ by }) => by === whose).map((made) =>
        reportOf(model, made, { ...step, about: 'shown' }, answers),
      )
    }
    case 'gang': {
      const buyers = purchasesOf(model, (made) => made.channel === channelOf(step.channel))
      const isOne = (number: number) => number === step.one % buyers.length
      return buyers
        .filter((_, number) => step.who === 'all' || isOne(number) === (step.who === 'one'))
        .map((made) => reportOf(model, made, step, answers))
    }
    case 'decide': {
      const open = [...model.reports.keys()].filter(
        (number) => step.isAny || model.reports[number]!.state === 'review',
      )
      const report = open[step.report % open.length]
      const call =
        report === undefined ? [] : [{ do: 'decide', report, isCredited: step.isCredited } as const]
      return Array.from({ length: step.times }, () => call).flat()
    }
    case 'ask':
    case 'confirm':
    case 'suppress': {
      // Owners ask for a link of what was sold, and confirm with it when something has come back, if there is such an address.
      const isMeant = (name: string) => {
        const { linkAt, bouncedAt } = model.addresses[name]!
        if (step.do === 'confirm') return linkAt !== null && bouncedAt !== null
        return model.reveals.some(({ contact }) => model.contacts[contact]!.address === name)
      }
      const isOf = (name: string) =>
        step.channel === null ||
        model.reveals.some(
          ({ channel, contact }) =>
            channel === channelOf(step.channel!) && model.contacts[contact]!.address === name,
        )
      const best = names.filter((name) => isMeant(name) && isOf(name))
      const meant = best.length > 0 ? best : names.some(isMeant) ? names.filter(isMeant) : names
      return [{ do: step.do, address: meant[step.address % meant.length]! }]
    }
    case 'merge': {
      const [from, into] = [channelOf(step.from), channelOf(step.into)]
      return from === into ? [] : [{ do: 'merge', from, into }]
    }
    case 'wait':
      return [step]
  }
}

interface Purchase {
  readonly by: number
  readonly channel: number
  readonly contact: number
  readonly at: number
}

function purchasesOf(model: AbuseModel, isMeant: (purchase: Purchase) => boolean): Purchase[] {
  return model.reveals.flatMap(({ by, channel, contact, at }) => {
    const made = channel === null || model.people[by]!.isGone ? null : { by, channel, contact, at }
    return made !== null && isMeant(made) ? [made] : []
  })
}

function reportOf(
  model: AbuseModel,
  { by, channel, contact, at }: Purchase,
  { claim, about }: { readonly claim: Claim; readonly about: 'shown' | 'sold' },
  answers: Answer[],
): Extract<Action, { readonly do: 'report' }> {
  if (claim === 'wrong_person' || claim === 'not_business' || claim === 'no_mailbox')
    return { do: 'report', by, channel, kind: claim, answer: null }
  const named = (about === 'shown' ? shownTo(model, by, channel) : null) ?? model.contacts[contact]!.address
  const says = claim === 'temporary' || claim === 'policy' || claim === 'unclear' ? claim : 'gone'
  const earlier =
    claim === 'replayed'
      ? answers.findLast((each) => each.about === named && each.says === 'gone')
      : undefined
  const written = { about: claim === 'foreign' ? 'foreign' : named, says } as const
  const sentAt = claim === 'early' ? at - 48 * HOUR : model.now
  const answer = earlier ?? { ...written, number: answers.length, at: sentAt }
  if (earlier === undefined) answers.push(answer)
  return { do: 'report', by, channel, kind: 'bounced', answer }
}

/**
 * Whether calls at one moment may have these answers: whether they follow from some order, in which work that was put off is
 * done at any time.
 */
export function couldHaveAnswered(
  model: AbuseModel,
  calls: readonly Action[],
  answers: readonly string[],
  isEnd: (model: AbuseModel) => boolean,
): boolean {
  if (calls.length === 0 && model.deferred.length === 0) return isEnd(model)
  for (const [number, call] of calls.entries()) {
    const next = structuredClone(model)
    if (advance(next, call) !== answers[number]) continue
    if (couldHaveAnswered(next, calls.toSpliced(number, 1), answers.toSpliced(number, 1), isEnd)) return true
  }
  return [...model.deferred.keys()].some((number) => {
    const next = structuredClone(model)
    settle(next, number)
    return couldHaveAnswered(next, calls, answers, isEnd)
  })
}
