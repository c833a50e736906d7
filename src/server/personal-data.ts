import type { PersonalData } from './db/personal-data.ts'
import { personData, sessionsData } from './features/accounts/account-data.sql.ts'
import { browsersData, identitiesData } from './features/accounts/identity-data.sql.ts'
import { secondFactorData } from './features/accounts/second-factor-data.sql.ts'
import { paymentsData } from './features/payments/payments-data.sql.ts'
import { feedbackData } from './features/feedback/feedback-data.sql.ts'
import { purchasesData } from './features/reveals/purchases-data.sql.ts'
import { trackingData } from './features/statistics/tracking-data.sql.ts'
import { usesData } from './features/uses/uses-data.sql.ts'

/** Everything that is kept of a person, in the order of the file that they download. */
export const personalData: readonly PersonalData[] = [
  personData,
  sessionsData,
  identitiesData,
  browsersData,
  secondFactorData,
  usesData,
  purchasesData,
  paymentsData,
  feedbackData,
  trackingData,
]
