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

/** A package by its id. Ids of the API and the database are always among them. */
export function packageOf(id: number): Package {
  return PACKAGES.find(({ packageId }) => packageId === id) ?? PACKAGES[0]
}

/** The number of a payment as people read it, e.g. `4F3A91C2`. @param id the payment's id */
export function paymentNumber(id: string): string {
  return id.slice(0, 8).toUpperCase()
}

/** The price of one use in a package, in roubles, rounded to the kopeck. */
export function pricePerUse({ uses, price }: Package): number {
  return Math.round((price / uses) * 100) / 100
}

/** Whether a package is a subscription: an allowance per date instead of one lot. */
export function isSubscription(packageId: number): boolean {
  return packageId === 4
}

/** The uses of a promocode unless the operator sets another number. */
export const PROMOCODE_USES = 10

const WRITTEN = /^[A-Z0-9][A-Z0-9-]{2,29}$/

/**
 * A promocode in its canonical form: upper case, no spaces. Null when it cannot be one: it has 3-30 Latin letters, digits
 * and hyphens. Look-alike letters of other scripts are not converted.
 */
export function normalizePromocode(text: string): string | null {
  const code = text.replace(/\s+/g, '')
  // Only plain letters are upper-cased, because 'ß' and the like would become other letters.
  return /^[A-Za-z0-9-]*$/.test(code) && WRITTEN.test(code.toUpperCase()) ? code.toUpperCase() : null
}
