import type { Feature } from '#server/feature.ts'
import { secondFactorData } from './second-factor-data.sql.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'

/** Authenticator app, passkeys and recovery codes: set up in the profile, required by a login. */
export const secondFactor = {
  name: 'second-factor',
  routes: secondFactorRoutes,
  tables: ['totp', 'passkey', 'recovery_code'],
  personalData: [secondFactorData],
} as const satisfies Feature<'second-factor'>
