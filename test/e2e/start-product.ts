import { BANK } from '#test/support/bank.ts'
import { freePort } from '#test/support/processes.ts'
import { launchProduct } from './launch-product.ts'

/**
 * Starts the product for all tests, and a second one with the settings that only some of them need (`configured-product.ts`).
 * Passes on their URLs and data folders, and the origin of which the second accepts calls.
 * @returns a function that stops them and removes their folders
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const client = `http://localhost:${await freePort()}`
  const [product, configured] = await Promise.all([
    launchProduct(),
    launchProduct({
      // Passkeys belong to a domain name.
      HOST: 'localhost',
      // Its tests make their own channels.
      SEED_DEMO: 'false',
      ALLOWED_ORIGINS: client,
      GOOGLE_SIGN_IN: 'local',
      OIDC_ISSUER: 'local',
      OIDC_NAME: 'Acme',
      OIDC_LOGOUT: 'issuer',
      PASSWORD_COMMON: 'refuse',
      PASSWORD_MIN: '8',
      YOUTUBE_QUOTA: 'other=0',
      YOUTUBE_AMENDMENT_ACCEPTED: 'true',
      ...BANK,
    }),
  ])
  Object.assign(process.env, {
    E2E_URL: product.url,
    E2E_LOCAL_URL: product.localUrl,
    E2E_DATA_DIR: product.dataDir,
    E2E_CONFIGURED_URL: configured.url,
    E2E_CONFIGURED_LOCAL_URL: configured.localUrl,
    E2E_CONFIGURED_DATA_DIR: configured.dataDir,
    E2E_CLIENT_URL: client,
  })
  return async () => {
    await Promise.all([product[Symbol.asyncDispose](), configured[Symbol.asyncDispose]()])
  }
}
