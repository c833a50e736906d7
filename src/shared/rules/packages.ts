/** What is sold. Prices are in roubles; every price that is charged comes from here. */
export const PACKAGES = [
  { packageId: 1, name: 'Light', uses: 10, price: 500 },
  { packageId: 2, name: 'Medium', uses: 50, price: 1_500 },
  { packageId: 3, name: 'Big', uses: 75, price: 2_500 },
  /** 5 uses on each of 30 Europe/Moscow dates. */
  { packageId: 4, name: 'Business', uses: 150, price: 4_500 },
] as const
