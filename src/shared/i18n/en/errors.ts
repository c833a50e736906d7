import type { ErrorCode, FieldProblem } from '../../api/errors.ts'

/** What every refusal of the API says; `error.message` of the API is this English text. */
export const errors = {
  invalid_input: 'Check that the data entered is correct',
  invalid_credentials: 'Check that the data entered is correct',
  wrong_code: 'Wrong authentication code, or code expired.',
  wrong_captcha: 'The check that you are human failed. Try again.',
  wrong_token: 'This link has already been used, or it has expired.',
  wrong_promocode: 'Failed to activate promocode. Please try again.',
  promocode_used: 'You have already activated this promocode.',
  disposable_email: 'Temporary e-mail addresses are not accepted. Use a permanent one.',
  no_uses: 'No uses',
  api_key: 'The client could not be recognised. Reload the page.',
  not_logged_in: 'Log in firstly',
  session_expired: 'Your session has expired. Log in again.',
  csrf: 'The page is out of date. Reload it and try again.',
  forbidden: 'This is not available to you.',
  not_found: 'Nothing was found.',
  no_contact: 'There is no known contact for this channel. No use was spent.',
  already_bought: 'You already bought this data',
  already_voted: "Unfortunately, we can't get your vote",
  email_taken: 'The email you want to use already has an account linked to it.',
  too_large: 'The request is too large.',
  not_json: 'The request is not in JSON.',
  too_many_requests: 'Too many requests!',
  internal: 'Something went wrong. Try again.',
  provider_failed: 'An outside service did not answer properly. Try again later: it costs nothing twice.',
  unavailable: 'The service is not available at the moment. Try again in a minute: it costs nothing twice.',
} as const satisfies Record<ErrorCode, string>

/** What is wrong with a field. */
export const fieldProblems = {
  required: 'Fill all fields',
  invalid: 'Check that the data entered is correct',
  too_long: 'This is too long',
  email_empty: 'Empty email',
  email_invalid: 'Invalid email',
  username_short: 'Username must be longer than 2 characters',
  username_long: 'Username must not be longer than 30 characters',
  username_characters: 'Username can only contain letters, numbers, and underscores',
  username_digits: 'Username cannot be only numbers',
  username_same: "You can't set the same username",
  password_short: 'Short password',
  password_long: 'Long password',
  password_common: 'This is one of the most common passwords. Choose another one.',
  password_own: 'This is your own name or address. Choose another password.',
  not_agreed: 'Fill all fields',
} as const satisfies Record<FieldProblem, string>
