import {
  anyCall,
  anyChannel,
  anyClaim,
  anyNumber,
  anyStep,
  type Gang,
  type Step,
} from '#test/support/abuse-steps.ts'
import { fc } from '#test/support/fast-check.ts'

// What chance hardly ever puts in this order: each plot is about one rule that cheats could get around.

const OPINIONS = ['wrong_person', 'not_business'] as const
/** Those of which fewer variants show a defect come up more often. */
const OFTEN = {
  'old link': 2,
  'old proofs': 3,
  agreement: 2,
  limit: 3,
  theft: 1,
  'late credit': 2,
  'two records': 2,
} as const
type Plot = keyof typeof OFTEN
const anyName = fc.oneof(
  ...Object.entries(OFTEN).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Plot) })),
)
/** Two of the three who come first, mostly of different firms. */
const PAIRS = [
  [0, 2],
  [2, 0],
  [1, 2],
  [2, 1],
  [0, 1],
] as const

/** Steps that matter in this order, each of them missing at times. */
const anyPlot: fc.Arbitrary<Step[]> = fc
  .record({
    about: anyName,
    channel: anyChannel,
    other: anyChannel,
    pair: fc.constantFrom(...PAIRS),
    number: anyNumber,
    isRight: fc.boolean(),
    opinion: fc.constantFrom(...OPINIONS),
    claim: anyClaim,
    days: fc.constantFrom(0, 0, 6, 12, 31),
    missing: fc.nat({ max: 19 }),
  })
  .map(({ about, channel, other, pair: [one, two], number, isRight, opinion, claim, days, missing }) => {
    const gang = (how: Partial<Gang>): Step => ({
      do: 'gang',
      channel,
      claim: 'gone',
      about: 'sold',
      who: 'all',
      one,
      ...how,
    })
    const owner = (what: 'ask' | 'confirm' | 'suppress'): Step => ({ do: what, address: number, channel })
    const decided = (isAny: boolean): Step => ({
      do: 'decide',
      report: number,
      isCredited: true,
      times: 1,
      isAny,
    })
    const rush: Step = { do: 'rush', channel }
    const wait: readonly Step[] = days === 0 ? [] : [{ do: 'wait', days }]
    const plots: Record<Plot, readonly Step[]> = {
      'old link': [rush, owner('ask'), gang({}), ...wait, owner('confirm'), gang({ about: 'shown' })],
      'old proofs': [
        rush,
        gang({ who: 'one' }),
        ...(number < 3 ? [{ do: 'leave', by: one } as const] : [owner('ask'), owner('confirm')]),
        gang({ who: 'one', one: two }),
      ],
      agreement: [
        { do: 'shop', by: one },
        { do: 'shop', by: two },
        { do: 'burst', by: one, claim: opinion },
        { do: 'burst', by: two, claim: opinion },
      ],
      limit: [
        { do: 'burst', by: 0, claim: isRight ? 'no_mailbox' : 'gone' },
        ...[number, number, number].map(() => decided(false)),
        ...wait,
        { do: 'shop', by: 0 },
        { do: 'burst', by: 0, claim: 'gone' },
        { do: 'burst', by: 0, claim: 'gone' },
      ],
      theft: [
        { do: 'reveal', by: one, channel },
        { do: 'report', purchase: number, claim, about: 'sold', times: 1, isStolen: true },
        { do: 'sign up', domain: 'studio' },
        { do: 'report', purchase: number, claim: opinion, about: 'sold', times: 1, isStolen: true },
      ],
      'late credit': [
        rush,
        gang({ claim: isRight ? 'no_mailbox' : opinion }),
        isRight ? owner('suppress') : gang({ about: 'shown' }),
        decided(false),
        decided(true),
      ],
      'two records': [
        { do: 'rush', channel: other },
        gang({ channel: other, claim, who: 'one' }),
        ...wait,
        rush,
        gang({ claim, who: 'others' }),
        isRight ? { do: 'merge', from: channel, into: other } : { do: 'merge', from: other, into: channel },
        { do: 'wait', days: 25 },
        gang({ about: 'shown' }),
      ],
    }
    return plots[about].filter((_, place) => place !== missing)
  })

/** What cannot happen at the same moment as other things here. */
const ALONE = new Set<Step['do']>(['sign up', 'leave', 'ask', 'merge', 'wait'])

/** What happens after the first purchases: a plot amid other things, of which some are plots, too. */
export const anySteps: fc.Arbitrary<Step[]> = fc
  .tuple(parts(4), anyPlot, parts(4))
  .map(([before, plot, after]) => [...before, ...plot, ...after])

/** What comes before, and what happens at the same moment: calls of all kinds, or the end of a plot. */
export const anyMoment: fc.Arbitrary<{ readonly before: Step[]; readonly together: Step[] }> = fc.oneof(
  fc.record({
    before: fc.array(anyStep, { maxLength: 6, size: 'max' }),
    together: fc.array(anyCall, { minLength: 1, maxLength: 4, size: 'max' }),
  }),
  fc
    .record({
      before: fc.array(anyStep, { maxLength: 2, size: 'max' }),
      plot: anyPlot,
      last: fc.integer({ min: 1, max: 3 }),
      beside: fc.array(anyCall, { maxLength: 1, size: 'max' }),
    })
    .map(({ before, plot, last, beside }) => ({
      before: [...before, ...plot.slice(0, -last)],
      together: [...plot.slice(-last), ...beside].filter(({ do: what }) => !ALONE.has(what)),
    })),
)

function parts(maxLength: number): fc.Arbitrary<Step[]> {
  const any = fc.oneof(
    { weight: 3, arbitrary: anyStep.map((step) => [step]) },
    { weight: 1, arbitrary: anyPlot },
  )
  return fc.array(any, { maxLength, size: 'max' }).map((each) => each.flat())
}
