/** Teams, their members and roles. */
export const teams = {
  title: 'Teams',
  none: 'You are in no team',
  logIn: 'Log in to see your teams',
  toTeams: 'Go to the teams',
  roles: { owner: 'Owner', manager: 'Manager', buyer: 'Buyer', viewer: 'Viewer' },
  invitation: {
    title: 'Invitation to a team',
    heading: (team: string) => `Join “${team}”?`,
    from: (by: string) => `${by} invites you.`,
    may: {
      manager: 'As a manager you open contacts, pay, and invite and remove members.',
      buyer: 'As a buyer you open contacts with the team’s uses and keep its lists.',
      viewer: 'As a viewer you see the team’s contacts and lists, but do not spend its uses.',
    },
    forAddress: (email: string) => `The invitation is for an account with the address ${email}.`,
    own: 'Your own account, uses and purchases stay as they are.',
    accept: 'Join the team',
    signUp: 'Sign up',
    dead: 'This invitation no longer works',
    deadText: 'It was accepted, withdrawn or replaced, or it has expired. Ask the team for a new one.',
  },
  change: {
    title: 'Change of a team',
    handOver: (team: string, to: string) => `Hand “${team}” over to ${to}?`,
    handOverText: 'You will stay in the team as a manager. Only the new owner can undo this.',
    handOverButton: 'Hand over',
    handedOver: 'The team has a new owner',
    delete: (team: string) => `Delete the team “${team}”?`,
    deleteText:
      'Its contacts, lists and remaining uses are deleted with it and cannot be restored. The members’ own accounts stay as they are. The law makes us keep payments for three years.',
    deleteButton: 'Delete the team',
    deleted: 'The team is deleted',
    dead: 'This link no longer works',
    deadText:
      'It was used, replaced by a newer one, or has expired. Request another on the page of the team.',
  },
} as const
