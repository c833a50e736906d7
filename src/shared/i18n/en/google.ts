/** Google's stand-in on a developer's machine. */
export const google = {
  button: 'Sign in with Google',
  title: 'Choose an account',
  explanation: 'This stands in for Google on this machine: any address may be signed in here.',
  another: 'Another account',
  email: 'E-mail',
  name: 'Name',
  continue: 'Continue',
  failing: 'Accounts that must be refused',
  done: 'Signed in. You can close this window.',
} as const
