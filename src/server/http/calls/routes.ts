import { accountsRoutes } from '#server/features/accounts/accounts.routes.ts'
import { objectionsRoutes } from '#server/features/objections/objections.routes.ts'
import { profileRoutes } from '#server/features/profile/profile.routes.ts'
import { searchRoutes } from '#server/features/search/search.routes.ts'
import { paymentsRoutes } from '#server/features/payments/payments.routes.ts'
import { feedbackRoutes } from '#server/features/feedback/feedback.routes.ts'
import { revealsRoutes } from '#server/features/reveals/reveals.routes.ts'
import { statisticsRoutes } from '#server/features/statistics/statistics.routes.ts'
import { usesRoutes } from '#server/features/uses/uses.routes.ts'
import type { Routes } from '#server/route.ts'

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
