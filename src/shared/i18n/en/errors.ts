import type { ErrorCode, FieldProblem } from '../../api/errors.ts'
import type { NoContactReason } from '../../rules/creators.ts'

/** The text of every refusal of the API; `error.message` is this English text. */
export const errors = {
  invalid_input: 'Check that the data entered is correct',
  invalid_credentials: 'Check that the data entered is correct',
  wrong_code: 'Wrong authentication code, or code expired.',
  wrong_second_factor: 'This code is wrong or has already been used.',
  wrong_captcha: 'We could not confirm that you are human. Try again.',
  wrong_token: 'This link has already been used or has expired.',
  wrong_promocode: 'Failed to activate promocode. Please try again.',
  promocode_used: 'You have already activated this promocode.',
  promocode_ended: 'This promocode is no longer valid.',
  disposable_email: 'Temporary email addresses are not accepted. Use a permanent one.',
  wrong_evidence:
    'This does not look like a mail server’s reply about the address that you bought. Paste the whole bounce message.',
  no_uses: 'No uses',
  api_key:
    'The x-api-key header is missing or wrong, see /docs/api. If this is the website, reload the page.',
  not_logged_in: 'Log in firstly',
  session_expired: 'Your session has expired. Log in again.',
  account_blocked: 'This account is blocked. Contact support: the address is at the bottom of the page.',
  csrf: 'The page is out of date. Reload it and try again.',
  over_budget: 'You have spent your budget in this team for this month. Ask its manager for more.',
  other_address:
    'This invitation was sent to another address. Log in with the account of that address, or ask for an invitation to yours.',
  password_required: 'Confirm your password, or log in again.',
  forbidden: 'You do not have access to this.',
  demo_account:
    'Everyone who tries the demo shares this account, so it cannot be changed. Sign up for your own.',
  not_found: 'Nothing was found.',
  no_contact: 'We have no contact for this channel. No use was spent.',
  already_bought: 'You already bought this data',
  already_reported: 'You have already reported this contact.',
  already_voted: "Unfortunately, we can't get your vote",
  email_taken: 'The email you want to use already has an account linked to it.',
  last_login: 'Set a password first. Without one you will not be able to log in.',
  changed_meanwhile: 'This was changed elsewhere, perhaps in another window.',
  quote_expired: 'This quote is no longer valid. Request a new one.',
  already_member: 'This person is already in the team.',
  team_needs_owner: 'A team needs its owner. Hand the team over or delete it first.',
  owns_team: 'You own a team with other members. Hand it over or delete it first.',
  too_many_members: 'A team has at most 50 members, open invitations included.',
  too_many_teams: 'You can be in 20 teams at most.',
  too_large: 'The request is too large.',
  not_json: 'The request is not JSON.',
  too_many_requests: 'Too many requests!',
  internal: 'Something went wrong. Try again.',
  provider_failed: 'An external service did not respond. Try again later: nothing is charged twice.',
  unavailable: 'The service is unavailable at the moment. Try again in a minute: nothing is charged twice.',
} as const satisfies Record<ErrorCode, string>

/** The text of `no_contact` where the creator wants it so. */
export const noContactReasons = {
  objection: 'The creator does not want offers here. No use was spent.',
  pause: 'The creator is taking no offers for now. No use was spent.',
} as const satisfies Record<NoContactReason, string>

/** What is wrong with a field. */
export const fieldProblems = {
  required: 'Fill all fields',
  invalid: 'Check that the data entered is correct',
  too_long: 'This is too long',
  too_many: 'That is too many at once',
  lists_full: 'There are already 100 lists. Delete one first.',
  list_name_taken: 'There is already a list with this name',
  cards_full: 'There is no room for these: 10,000 channels at most. Delete cards that you no longer need.',
  tags_full: 'There are already 200 different tags. Use one of them.',
  tags_of_card: 'A card has 20 tags at most',
  not_colleague: 'This person is not in the team',
  searches_full: 'There are already 50 saved searches. Delete one first.',
  email_empty: 'Empty email',
  email_invalid: 'Invalid email',
  email_disposable: 'Temporary email addresses are not accepted. Use a permanent one.',
  username_short: 'Username must be longer than 2 characters',
  username_long: 'Username must not be longer than 30 characters',
  username_characters: 'Username can only contain letters, numbers, and underscores',
  username_digits: 'Username cannot be only numbers',
  username_same: "You can't set the same username",
  password_short: 'Short password',
  password_long: 'The password is too long',
  password_common: 'This is one of the most common passwords. Choose another one.',
  password_own: 'This is your own name or address. Choose another password.',
  not_agreed: 'Fill all fields',
  consent_missing: 'Accept the terms and give your consent to the processing of personal data',
  credential_refused: 'Google did not confirm this sign-in. Try again.',
  sign_in_refused: 'The sign-in was not confirmed. Try again.',
  address_unverified: 'The provider has not verified the email address of this account.',
  name_link: 'A name must not contain a web address',
} as const satisfies Record<FieldProblem, string>
