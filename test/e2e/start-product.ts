import { launchProduct } from './launch-product.ts'

/**
 * Starts the product for all tests; passes its URLs on in E2E_URL and E2E_LOCAL_URL, its data folder in E2E_DATA_DIR.
 * @returns a function that stops it and removes the folder
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const product = await launchProduct()
  process.env['E2E_URL'] = product.url
  process.env['E2E_LOCAL_URL'] = product.localUrl
  process.env['E2E_DATA_DIR'] = product.dataDir
  return async () => product[Symbol.asyncDispose]()
}
