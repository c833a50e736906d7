import { accountsRoutes } from '../features/accounts/accounts.routes.ts'
import { objectionsRoutes } from '../features/objections/objections.routes.ts'
import { profileRoutes } from '../features/profile/profile.routes.ts'
import { searchRoutes } from '../features/search/search.routes.ts'
import { paymentsRoutes } from '../features/payments/payments.routes.ts'
import { feedbackRoutes } from '../features/feedback/feedback.routes.ts'
import { revealsRoutes } from '../features/reveals/reveals.routes.ts'
import { statisticsRoutes } from '../features/statistics/statistics.routes.ts'
import { usesRoutes } from '../features/uses/uses.routes.ts'
import type { Routes } from '../route.ts'

/** Every endpoint's route, by its key in the contract. */
export const routes: Routes = {
  ...accountsRoutes,
  ...feedbackRoutes,
  ...paymentsRoutes,
  ...objectionsRoutes,
  ...profileRoutes,
  ...revealsRoutes,
  ...searchRoutes,
  ...statisticsRoutes,
  ...usesRoutes,
}
