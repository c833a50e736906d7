import { accountsRoutes } from '../features/accounts/accounts.routes.ts'
import { catalogueRoutes } from '../features/catalogue/catalogue.routes.ts'
import { paymentsRoutes } from '../features/payments/payments.routes.ts'
import { feedbackRoutes } from '../features/feedback/feedback.routes.ts'
import { revealsRoutes } from '../features/reveals/reveals.routes.ts'
import { statisticsRoutes } from '../features/statistics/statistics.routes.ts'
import { usesRoutes } from '../features/uses/uses.routes.ts'
import type { Routes } from '../route.ts'

/** Every endpoint's route, by its key in the contract. */
export const routes: Routes = {
  ...accountsRoutes,
  ...catalogueRoutes,
  ...feedbackRoutes,
  ...paymentsRoutes,
  ...revealsRoutes,
  ...statisticsRoutes,
  ...usesRoutes,
}
