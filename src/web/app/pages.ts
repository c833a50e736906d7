import type { PageName } from '#shared/paths.ts'
import { type Page, page } from './page.ts'

const notYet = page(
  'src/web/app/pages/NotYetPage.tsx',
  async () => (await import('./pages/NotYetPage.tsx')).NotYetPage,
)

/** Every page's code. */
export const PAGES: Readonly<Record<PageName | 'notFound', Page>> = {
  landing: page(
    'src/web/app/landing/LandingPage.tsx',
    async () => (await import('./landing/LandingPage.tsx')).LandingPage,
  ),
  search: page(
    'src/web/features/catalogue/SearchPage.tsx',
    async () => (await import('#web/features/catalogue/SearchPage.tsx')).SearchPage,
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
  promotion: notYet,
  purchase: notYet,
  terms: notYet,
  purpose: notYet,
  dataprocessing: notYet,
  profile: page(
    'src/web/features/accounts/ProfilePage.tsx',
    async () => (await import('#web/features/accounts/ProfilePage.tsx')).ProfilePage,
  ),
  paymentsuccess: notYet,
  paymenterror: notYet,
  sponsors: notYet,
  vote: notYet,
  login: page(
    'src/web/features/accounts/LoginPage.tsx',
    async () => (await import('#web/features/accounts/LoginPage.tsx')).LoginPage,
  ),
  signup: page(
    'src/web/features/accounts/SignUpPage.tsx',
    async () => (await import('#web/features/accounts/SignUpPage.tsx')).SignUpPage,
  ),
  delete: notYet,
  reset: page(
    'src/web/features/accounts/ResetPage.tsx',
    async () => (await import('#web/features/accounts/ResetPage.tsx')).ResetPage,
  ),
  optout: notYet,
  notFound: page(
    'src/web/app/pages/NotFoundPage.tsx',
    async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage,
  ),
}
