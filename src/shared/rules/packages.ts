/** What a subscription gives on each of its Europe/Moscow dates. */
export const ALLOWANCE = { uses: 5, dates: 30 } as const

/** The packages. Prices are in roubles; everything that is charged comes from here. */
export const PACKAGES = [
  { packageId: 1, name: 'Light', uses: 10, price: 500 },
  { packageId: 2, name: 'Medium', uses: 50, price: 1_500 },
  { packageId: 3, name: 'Big', uses: 75, price: 2_500 },
  /** The only subscription: `ALLOWANCE`. */
  { packageId: 4, name: 'Business', uses: ALLOWANCE.uses * ALLOWANCE.dates, price: 4_500 },
] as const

export type Package = (typeof PACKAGES)[number]

/** The price of one use in a package, in roubles, rounded to the kopeck. */
export function pricePerUse({ uses, price }: Package): number {
  return Math.round((price / uses) * 100) / 100
}

/** Whether a package is a subscription: an allowance per date instead of one lot. */
export function isSubscription(packageId: number): boolean {
  return packageId === 4
}
