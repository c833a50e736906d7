/** What is sold. Prices are in roubles; every price that is charged comes from here. */
export const PACKAGES = [
  { packageId: 1, name: 'Light', uses: 10, price: 500 },
  { packageId: 2, name: 'Medium', uses: 50, price: 1_500 },
  { packageId: 3, name: 'Big', uses: 75, price: 2_500 },
  /** 5 uses on each of 30 Europe/Moscow dates. */
  { packageId: 4, name: 'Business', uses: 150, price: 4_500 },
] as const

export type Package = (typeof PACKAGES)[number]

/** What one contact costs in a package, in roubles, to the kopeck. */
export function pricePerUse({ uses, price }: Package): number {
  return Math.round((price / uses) * 100) / 100
}

/** What a subscription gives on each of its dates. */
export const USES_A_DAY = 5
