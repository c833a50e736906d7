/** A range of subscriber counts: `min <= count < max`; max null is unbounded. */
export interface SubscriberRange {
  readonly label: string
  readonly min: number
  readonly max: number | null
}

/**
 * The specification's seven ranges plus 500K-1M and 20M+, in order. Addresses keep the labels; people read `labels.ranges`.
 */
export const SUBSCRIBER_RANGES = [
  { label: '0-1K', min: 0, max: 1_000 },
  { label: '1-10K', min: 1_000, max: 10_000 },
  { label: '10-100K', min: 10_000, max: 100_000 },
  { label: '100-500K', min: 100_000, max: 500_000 },
  { label: '500K-1M', min: 500_000, max: 1_000_000 },
  { label: '1-5M', min: 1_000_000, max: 5_000_000 },
  { label: '5-10M', min: 5_000_000, max: 10_000_000 },
  { label: '10-20M', min: 10_000_000, max: 20_000_000 },
  { label: '20M+', min: 20_000_000, max: null },
] as const satisfies readonly SubscriberRange[]

export type RangeLabel = (typeof SUBSCRIBER_RANGES)[number]['label']

/** The seven that the landing page lists. */
export const LANDING_SUBSCRIBER_RANGES = SUBSCRIBER_RANGES.filter(
  ({ label }) => label !== '500K-1M' && label !== '20M+',
)
