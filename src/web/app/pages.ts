import type { PageName } from '#shared/paths.ts'
import { type Page, page } from '#web/kit/links/page.ts'

/** Every page's code. */
export const PAGES: Readonly<Record<PageName | 'notFound', Page>> = {
  landing: page(
    'src/web/app/landing/LandingPage.tsx',
    async () => (await import('./landing/LandingPage.tsx')).LandingPage,
  ),
  search: page(
    'src/web/features/search/SearchPage.tsx',
    async () => (await import('#web/features/search/SearchPage.tsx')).SearchPage,
  ),
  forbidden: page(
    'src/web/app/pages/ForbiddenPage.tsx',
    async () => (await import('./pages/ForbiddenPage.tsx')).ForbiddenPage,
  ),
  unauthorized: page(
    'src/web/app/pages/UnauthorizedPage.tsx',
    async () => (await import('./pages/UnauthorizedPage.tsx')).UnauthorizedPage,
  ),
  toomanyrequests: page(
    'src/web/app/pages/TooManyRequestsPage.tsx',
    async () => (await import('./pages/TooManyRequestsPage.tsx')).TooManyRequestsPage,
  ),
  authorization: page(
    'src/web/app/pages/AuthorizationPage.tsx',
    async () => (await import('./pages/AuthorizationPage.tsx')).AuthorizationPage,
  ),
  purchases: page(
    'src/web/features/reveals/PurchasesPage.tsx',
    async () => (await import('#web/features/reveals/PurchasesPage.tsx')).PurchasesPage,
  ),
  promotion: page(
    'src/web/features/statistics/PromotionPage.tsx',
    async () => (await import('#web/features/statistics/PromotionPage.tsx')).PromotionPage,
  ),
  purchase: page(
    'src/web/features/payments/PurchasePage.tsx',
    async () => (await import('#web/features/payments/PurchasePage.tsx')).PurchasePage,
  ),
  terms: page(
    'src/web/features/legal/TermsPage.tsx',
    async () => (await import('#web/features/legal/TermsPage.tsx')).TermsPage,
  ),
  purpose: page(
    'src/web/features/legal/PurposePage.tsx',
    async () => (await import('#web/features/legal/PurposePage.tsx')).PurposePage,
  ),
  dataprocessing: page(
    'src/web/features/legal/DataProcessingPage.tsx',
    async () => (await import('#web/features/legal/DataProcessingPage.tsx')).DataProcessingPage,
  ),
  profile: page(
    'src/web/features/profile/ProfilePage.tsx',
    async () => (await import('#web/features/profile/ProfilePage.tsx')).ProfilePage,
  ),
  paymentsuccess: page(
    'src/web/features/payments/PaymentSuccessPage.tsx',
    async () => (await import('#web/features/payments/PaymentSuccessPage.tsx')).PaymentSuccessPage,
  ),
  paymenterror: page(
    'src/web/features/payments/PaymentErrorPage.tsx',
    async () => (await import('#web/features/payments/PaymentErrorPage.tsx')).PaymentErrorPage,
  ),
  sponsors: page(
    'src/web/features/feedback/SponsorsPage.tsx',
    async () => (await import('#web/features/feedback/SponsorsPage.tsx')).SponsorsPage,
  ),
  vote: page(
    'src/web/features/feedback/VotePage.tsx',
    async () => (await import('#web/features/feedback/VotePage.tsx')).VotePage,
  ),
  login: page(
    'src/web/features/accounts/LoginPage.tsx',
    async () => (await import('#web/features/accounts/LoginPage.tsx')).LoginPage,
  ),
  signup: page(
    'src/web/features/accounts/SignUpPage.tsx',
    async () => (await import('#web/features/accounts/SignUpPage.tsx')).SignUpPage,
  ),
  delete: page(
    'src/web/features/profile/DeletePage.tsx',
    async () => (await import('#web/features/profile/DeletePage.tsx')).DeletePage,
  ),
  reset: page(
    'src/web/features/accounts/ResetPage.tsx',
    async () => (await import('#web/features/accounts/ResetPage.tsx')).ResetPage,
  ),
  optout: page(
    'src/web/features/objections/OptoutPage.tsx',
    async () => (await import('#web/features/objections/OptoutPage.tsx')).OptoutPage,
  ),
  notFound: page(
    'src/web/app/pages/NotFoundPage.tsx',
    async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage,
  ),
}
