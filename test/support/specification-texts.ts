/** A text that the specification quotes. */
export interface QuotedText {
  readonly text: string
  /** Its key in the English dictionary. */
  readonly key: string
  /** The file that shows it, or answers with it. */
  readonly shown: string
}

const SIGN_UP_STEP = 'src/web/features/accounts/SignUpWizard.tsx'
const USE_REVEAL = 'src/web/features/reveals/use-reveal.tsx'
const API = 'src/server/http/calls/envelope.ts'

/** All English texts that the specification quotes and that are built, word for word. */
export const QUOTED_TEXTS: readonly QuotedText[] = [
  // Screens
  { text: 'Filters and search', key: 'search.title', shown: 'src/web/features/search/SearchPage.tsx' },
  {
    text: 'Use filters and search to get accurate results.',
    key: 'search.description',
    shown: 'src/web/features/search/SearchPage.tsx',
  },
  {
    text: 'There was an error during channel search. Please, try again later',
    key: 'search.errorTitle',
    shown: 'src/web/features/search/ResultsView.tsx',
  },
  { text: 'get data', key: 'reveals.getData', shown: 'src/web/features/reveals/RevealPanel.tsx' },
  {
    text: 'Your purchases will be here',
    key: 'purchases.emptyTitle',
    shown: 'src/web/features/reveals/PurchasesView.tsx',
  },
  { text: 'Oops... We found an error.', key: 'shell.errorTitle', shown: 'src/web/app/ErrorBoundary.tsx' },
  { text: 'Log in again', key: 'status.forbidden.logInAgain', shown: 'src/web/app/status-pages.tsx' },
  {
    text: 'Too many requests!',
    key: 'status.tooManyRequests.title',
    shown: 'src/web/app/status-pages.tsx',
  },
  {
    text: 'Redirecting...',
    key: 'accounts.overlay.redirecting',
    shown: 'src/web/features/accounts/greeting.tsx',
  },
  { text: 'PURCHASES', key: 'shell.purchases', shown: 'src/shared/pages.ts' },
  { text: 'PROMOTION', key: 'shell.promotion', shown: 'src/shared/pages.ts' },
  { text: 'PURCHASE', key: 'shell.purchase', shown: 'src/shared/pages.ts' },
  {
    text: 'Sign Up',
    key: 'status.authorization.signUpTitle',
    shown: 'src/web/app/status-pages.tsx',
  },
  {
    text: 'Log In',
    key: 'status.authorization.logInTitle',
    shown: 'src/web/app/status-pages.tsx',
  },
  // Validation
  ...[
    ['Username must be longer than 2 characters', 'username_short'],
    ['Username can only contain letters, numbers, and underscores', 'username_characters'],
    ['Username cannot be only numbers', 'username_digits'],
    ['Empty email', 'email_empty'],
    ['Invalid email', 'email_invalid'],
    ['Short password', 'password_short'],
    ['Fill all fields', 'not_agreed'],
  ].map(([text = '', problem]) => ({ text, key: `fieldProblems.${problem}`, shown: SIGN_UP_STEP })),
  { text: "You can't set the same username", key: 'fieldProblems.username_same', shown: API },
  {
    text: 'full in all fields',
    key: 'accounts.login.bothRequired',
    shown: 'src/web/features/accounts/LoginForm.tsx',
  },
  {
    text: 'Enter your email in field.',
    key: 'accounts.login.enterEmail',
    shown: 'src/web/features/accounts/use-reset-link.ts',
  },
  // Toasts and results
  { text: 'No uses', key: 'reveals.noUses', shown: USE_REVEAL },
  { text: 'Log in firstly', key: 'reveals.logInFirst', shown: 'src/web/features/accounts/LogInPrompt.tsx' },
  { text: 'Error in data transfer', key: 'reveals.transferError', shown: USE_REVEAL },
  {
    text: 'You already bought this data',
    key: 'reveals.alreadyBought',
    shown: 'src/web/features/reveals/RevealPanel.tsx',
  },
  {
    text: 'Check that the data entered is correct',
    key: 'errors.invalid_credentials',
    shown: 'src/web/features/accounts/use-log-in.ts',
  },
  {
    text: 'Wrong verification code',
    key: 'accounts.login.wrongCode',
    shown: 'src/web/features/accounts/use-log-in.ts',
  },
  {
    text: 'Confirmation link sent on your email.',
    key: 'accounts.login.linkSent',
    shown: 'src/web/features/accounts/use-reset-link.ts',
  },
  {
    text: 'Enter verification code',
    key: 'accounts.login.codeTitle',
    shown: 'src/web/features/accounts/LoginPage.tsx',
  },
  {
    text: 'Alright, you all set!',
    key: 'accounts.results.ok',
    shown: 'src/web/features/accounts/SignUpPage.tsx',
  },
  {
    text: 'The email you want to use already has an account linked to it.',
    key: 'accounts.results.exists',
    shown: 'src/web/features/accounts/SignUpPage.tsx',
  },
  {
    text: 'Apparently, you have entered the wrong code. Try again',
    key: 'accounts.results.invalid',
    shown: 'src/web/features/accounts/use-sign-up.ts',
  },
  {
    text: 'Something went wrong. Try again.',
    key: 'accounts.results.wrong',
    shown: 'src/web/features/accounts/use-sign-up.ts',
  },
  {
    text: 'Password was changed.',
    key: 'accounts.results.changed',
    shown: 'src/web/features/accounts/ResetPage.tsx',
  },
  {
    text: "We're changed your password",
    key: 'accounts.results.reset',
    shown: 'src/web/features/accounts/ResetPage.tsx',
  },
  // Voting
  {
    text: 'To vote, you need to become a sponsor...',
    key: 'feedback.vote.sponsorTitle',
    shown: 'src/web/features/feedback/VotePage.tsx',
  },
  {
    text: 'Thank you for your vote',
    key: 'feedback.vote.thanks',
    shown: 'src/web/features/feedback/use-vote.ts',
  },
  {
    text: "Unfortunately, we can't get your vote",
    key: 'feedback.vote.failed',
    shown: 'src/web/features/feedback/use-vote.ts',
  },
  ...['Dead channels Filtration', 'Recommendation System'].map((text) => ({
    text,
    key: `feedback.vote.features.${text}.name`,
    shown: 'src/web/features/feedback/VotePage.tsx',
  })),
  // The profile
  {
    text: 'Your new name?',
    key: 'profile.name.title',
    shown: 'src/web/features/profile/ChangeUsername.tsx',
  },
  {
    text: "Username wasn't changed",
    key: 'profile.name.failed',
    shown: 'src/web/features/profile/ChangeUsername.tsx',
  },
  {
    text: 'We have deleted your account.',
    key: 'profile.deletion.done',
    shown: 'src/web/features/profile/DeletePage.tsx',
  },
  {
    text: 'Account does not exist',
    key: 'profile.deletion.noAccount',
    shown: 'src/web/features/profile/use-deletion-link.ts',
  },
  {
    text: 'Wrong authentication code, or code expired.',
    key: 'errors.wrong_code',
    shown: 'src/web/features/accounts/use-change-password.ts',
  },
  {
    text: 'Oops, we lost your credentials...',
    key: 'profile.deletion.lostLink',
    shown: 'src/web/features/profile/DeletePage.tsx',
  },
  // Packages, payments, promocodes
  ...[
    ['You have no uses!', 'shop.none', 'PurchasePage.tsx'],
    ['We lost your data,sorry. Try again later.', 'shop.lostData', 'use-pay.tsx'],
    ['Sorry, payment is unavailable at the moment. Come back later', 'shop.unavailable', 'use-pay.tsx'],
    ['Thank you for your purchase.', 'outcome.success', 'payment-pages.tsx'],
  ].map(([text = '', key, file]) => ({
    text,
    key: `payments.${key}`,
    shown: `src/web/features/payments/${file}`,
  })),
  {
    text: 'Enter promocode',
    key: 'uses.promocode.panel',
    shown: 'src/web/features/uses/PromocodeSection.tsx',
  },
  // Answers of the API
  ...[['Failed to activate promocode. Please try again.', 'wrong_promocode']].map(([text = '', code]) => ({
    text,
    key: `errors.${code}`,
    shown: API,
  })),
]

/** Labels that the specification lists without quotes: dictionary key to all entries. */
export const LISTED_LABELS: Readonly<Record<string, readonly string[]>> = {
  'search.contentTypes':
    'Gaming,Beauty,Tech Reviews,Fashion,Entertainment,Comedy,Education,Fitness,Vlogs,Music,Health,Travel,Animation,News,Politics'.split(
      ',',
    ),
  'search.audiences': ['Kids', 'Teenagers', 'Youth', 'Adults', 'OlderGen'],
  'landing.words': ['Familiar', 'Niche', 'Right', 'Targeted', 'Trusted', 'Authentic'],
  'landing.games': ['Games'],
  'landing.contentType': ['Content type'],
  'landing.targetAudience': ['Target audience'],
  'landing.subscribers': ['Number of subs'],
}

/** Quoted texts of screens and calls that are not built yet, so that none is forgotten later. */
export const LATER_TEXTS: readonly string[] = []
