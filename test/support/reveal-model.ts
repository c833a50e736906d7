import { fc } from '#test/support/fast-check.ts'

/** One call by the person, or a simultaneous change of the catalogue. Channels are identified by their index in the list. */
export type Step =
  | { readonly do: 'reveal'; readonly channel: number }
  | { readonly do: 'hand over'; readonly channel: number; readonly isRightAddress: boolean }
  | { readonly do: 'remove'; readonly channel: number; readonly by: 'name' | 'channel' }
  | { readonly do: 'steal'; readonly channel: number }
  | { readonly do: 'suppress'; readonly channel: number }
  | { readonly do: 'give'; readonly uses: number }
  | { readonly do: 'list' }

/** The model's channels: two share a name, one has no contact. */
export const MODEL_CHANNELS = [
  { name: 'Twin', hasContact: true },
  { name: 'Twin', hasContact: true },
  { name: 'Single', hasContact: true },
  { name: 'Bare', hasContact: false },
] as const

interface PurchaseModel {
  readonly channel: number
  readonly isHandedOver: boolean
}

/** The complete state of a person's purchases, in its simplest form. */
export interface RevealModel {
  readonly uses: number
  readonly bought: readonly number[]
  readonly suppressed: readonly number[]
  /** Oldest first. */
  readonly purchases: readonly PurchaseModel[]
}

export const newcomer: RevealModel = { uses: 2, bought: [], suppressed: [], purchases: [] }

/** A step's effect on a person and its answer: a status with the parts of the answer that matter. */
export function advance(
  model: RevealModel,
  step: Step,
): { readonly model: RevealModel; readonly answer: string } {
  switch (step.do) {
    case 'reveal':
      return reveal(model, step.channel)
    case 'hand over':
      return handOver(model, step)
    case 'remove':
      return remove(model, step)
    case 'steal':
      return { model, answer: '404 404' }
    case 'suppress':
      return { model: { ...model, suppressed: [...model.suppressed, step.channel] }, answer: 'done' }
    case 'give':
      return { model: { ...model, uses: model.uses + step.uses }, answer: 'done' }
    case 'list': {
      const shown = model.purchases.map(({ channel }) =>
        isKnown(model, channel) ? `${channel}` : `${channel}withheld`,
      )
      return { model, answer: `200 ${shown.toReversed().join(' ')}` }
    }
  }
}

function isKnown({ suppressed }: RevealModel, channel: number): boolean {
  return MODEL_CHANNELS[channel]!.hasContact && !suppressed.includes(channel)
}

function reveal(model: RevealModel, channel: number): ReturnType<typeof advance> {
  if (!isKnown(model, channel)) return { model, answer: '404 no_contact' }
  const isBought = model.bought.includes(channel)
  if (!isBought && model.uses === 0) return { model, answer: '400 no_uses' }
  const uses = isBought ? model.uses : model.uses - 1
  const bought = isBought ? model.bought : [...model.bought, channel]
  const hasRecord = model.purchases.some((purchase) => purchase.channel === channel)
  const purchases = hasRecord ? model.purchases : [...model.purchases, { channel, isHandedOver: false }]
  return { model: { ...model, uses, bought, purchases }, answer: `200 ${channel} uses ${uses}` }
}

function handOver(
  model: RevealModel,
  { channel, isRightAddress }: Step & { readonly do: 'hand over' },
): ReturnType<typeof advance> {
  const found = model.purchases.find((purchase) => purchase.channel === channel)
  if (found === undefined || !isRightAddress || !isKnown(model, channel))
    return { model, answer: '404 not_found' }
  if (found.isHandedOver) return { model, answer: `409 ${channel}` }
  const purchases = model.purchases.map((purchase) =>
    purchase === found ? { ...purchase, isHandedOver: true } : purchase,
  )
  return { model: { ...model, purchases }, answer: `200 ${channel}` }
}

function remove(
  model: RevealModel,
  { channel, by }: Step & { readonly do: 'remove' },
): ReturnType<typeof advance> {
  const { name } = MODEL_CHANNELS[channel]!
  const found = model.purchases.findLast((purchase) =>
    by === 'channel' ? purchase.channel === channel : MODEL_CHANNELS[purchase.channel]!.name === name,
  )
  if (found === undefined) return { model, answer: '404 not_found' }
  return {
    model: { ...model, purchases: model.purchases.filter((purchase) => purchase !== found) },
    answer: '200',
  }
}

/** Whether simultaneous steps may have these answers, i.e. whether some sequential order gives them. */
export function couldHaveAnswered(
  model: RevealModel,
  steps: readonly Step[],
  answers: readonly string[],
  isEnd: (model: RevealModel) => boolean,
): boolean {
  if (steps.length === 0) return isEnd(model)
  return steps.some((step, index) => {
    const next = advance(model, step)
    if (next.answer !== answers[index]) return false
    return couldHaveAnswered(next.model, steps.toSpliced(index, 1), answers.toSpliced(index, 1), isEnd)
  })
}

const channel = fc.nat({ max: MODEL_CHANNELS.length - 1 })

/** Any step; common ones are more frequent. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('reveal'), channel }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('hand over'), channel, isRightAddress: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('remove'), channel, by: fc.constantFrom('name', 'channel') }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'list' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('steal'), channel }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('suppress'), channel }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('give'), uses: fc.integer({ min: 1, max: 2 }) }) },
)
