import type { CommandOutput } from '../../api/commands.ts'
import { SUBJECT_KINDS } from '../../api/audit.ts'
import { WARRANTY_DAYS } from '../../rules/evidence.ts'
import {
  auditLines,
  type CommandTexts,
  lines,
  listed,
  record,
  detailed,
  sourceFacts,
  table,
  todayLines,
} from '../command-texts.ts'
import { plural } from '../messages.ts'
import { importCommands, imports } from './imports.ts'

const titled = ({ id, name }: { readonly id: number; readonly name: string }) => `Channel ${id} (${name})`

const counted = (count: number, one: string, other = `${one}s`) =>
  `${count} ${plural('en', count, { one, other })}`

function shown(channel: CommandOutput<'channels hide'>): string {
  const { status, isChanged } = channel
  const is = `${titled(channel)} is ${isChanged ? 'now' : 'already'} ${status === 'hidden' ? 'hidden' : 'shown'}.`
  return status === 'gone' ? `${is} Searches do not find it: its platform does not list it any more.` : is
}

const roubles = (kopecks: number) => (kopecks / 100).toFixed(2)

const refunded = ({ amount, uses, state, isByHand }: CommandOutput<'payments refund'>, isDryRun: boolean) =>
  isDryRun
    ? `${roubles(amount)} roubles would go back, and ${uses} uses would be withdrawn${isByHand ? '. You transfer the money' : ''}.`
    : isByHand
      ? `${uses} uses are withdrawn. Transfer ${roubles(amount)} roubles back to the company now: we told them.`
      : `${roubles(amount)} roubles for ${uses} uses: the refund is ${state}.`

const invoiceFacts = (invoice: CommandOutput<'invoices list'>[number]) => [
  invoice.number,
  invoice.createdAt.toISOString().slice(0, 10),
  `until ${invoice.validUntil.toISOString().slice(0, 10)}`,
  `holder ${invoice.holderId}`,
  `package ${invoice.packageId}`,
  roubles(invoice.amount).padStart(8),
  invoice.state,
  `${invoice.buyer ?? 'no company'} ${invoice.taxNumber ?? ''}`.trim(),
]

type Person = CommandOutput<'users sponsor'>['person']

const factsOf = (person: Person): [name: string, value: string | number][] => [
  ['number', person.id],
  ['address', person.email],
  ['name', person.username],
  ['since', person.createdAt.toISOString()],
  ['sponsor', person.isSponsor ? 'yes' : 'no'],
  ...(person.blockedAt === null
    ? []
    : [['blocked', `${person.blockedAt.toISOString()} (${person.blockedFor})`] as [string, string]]),
  ['uses', person.uses],
  ['purchases', person.purchases],
  ['sessions', person.sessions],
]

const PROMOCODE_STATES = { works: 'works', used_up: 'used up', expired: 'expired', ended: 'ended' }

const DECISIONS = {
  credited: 'The use is returned, and the buyer gets an email.',
  refused: 'The use is not returned, and the buyer gets an email.',
  'account closed': 'The account of this buyer is closed; nothing was changed.',
  'decided before': 'This report was decided before; nothing was changed.',
}

const reportFacts = (report: CommandOutput<'reports list'>[number]) => [
  `report ${report.id}`,
  report.reportedAt.toISOString().slice(0, 10),
  `person ${report.holderId}`,
  report.kind,
  `${report.state}: ${report.reason}`,
  report.code ?? 'no code',
  `${report.others} other reports of it`,
  `${report.returns} returns in 30 days`,
  report.channelName,
]

const requestFacts = ({ id, kind, receivedOn, dueOn, state }: CommandOutput<'requests list'>[number]) => [
  `request ${id}`,
  kind,
  `received ${receivedOn}`,
  `due ${dueOn}`,
  state === 'late' ? 'LATE' : state,
]

const taken = ({ id, taken: uses, left }: CommandOutput<'users take'>, isDryRun: boolean) =>
  `${uses} uses ${isDryRun ? 'would be' : 'are'} taken from ${id}; ${left} granted ones ${isDryRun ? 'would be' : 'are'} left.`

const emailLanguage = 'of the email to them; by default that of their last payment, otherwise English'

/** What operators read and write on the command line. */
export const commands: CommandTexts = {
  groups: {
    users: 'Find people, grant uses, end sessions, block people, close accounts',
    teams: 'Show who is in a team, and hand it over',
    uses: 'Read the ledger: of one holder, of everybody, and what is owed',
    reveals: 'Show which contacts were opened',
    today: 'See what happened by day, and what waits now',
    channels: 'Find channels, hide them, edit them, merge two of them',
    contacts: 'Withhold addresses of creators, forget old ones, judge their sources',
    imports: 'Preview uploaded files of channels, import them, undo an import',
    invoices: 'List invoices, confirm them when the transfer has arrived, cancel them',
    payments: 'List payments, settle them, refund them',
    promocodes: 'Create promocodes, list them, end them',
    sponsors: 'Manage who is named on the page of top sponsors',
    reports: 'Decide about contacts that buyers report',
    requests: 'Answer what creators ask about their addresses',
    reviews: 'Read reviews, and hide those that should not be public',
    votes: 'See what sponsors vote for',
    announcement: 'Announce something above every page',
    maintenance: 'Let buying and changes wait, while people can still search and read',
    settings: 'Show the settings in force',
    legal: 'Show the versions of the legal texts',
    operators: 'Show who runs the installation',
    audit: 'Read what was changed by commands, by whom and why',
  },
  fields: {
    reason: 'why, for the audit',
    dryRun: 'only show what would change',
    yes: 'do not ask to type it for confirmation',
    json: 'as JSON, for programs',
    channel: 'the channel’s id on its platform, or our number',
    who: 'the person’s email address or number',
    limit: 'how many',
    since: 'only from this Moscow date on, YYYY-MM-DD',
    until: 'only to this Moscow date, which is included, YYYY-MM-DD',
    after: 'the next page: what the page before ended with',
    address: 'the email address',
    report: 'its number',
    request: 'its number',
  },
  columns: {
    id: 'No.',
    email: 'Email',
    username: 'Name',
    createdAt: 'Created',
    isSponsor: 'Sponsor',
    blockedAt: 'Blocked',
    uses: 'Uses',
    at: 'When',
    holderId: 'Holder',
    actorId: 'By',
    channelId: 'Channel ID',
    channelName: 'Channel',
    isBounced: 'Bounced',
    number: 'Number',
    validUntil: 'Valid until',
    buyer: 'Buyer',
    taxNumber: 'Tax number',
    packageId: 'Package',
    amount: 'Amount',
    state: 'State',
    receipt: 'Receipt',
    refund: 'Refund',
    refundCanceled: 'Refund canceled because',
    paymentId: 'Payment',
    cause: 'Cause',
    reason: 'Reason',
    lot: 'Lot',
    promocode: 'Promocode',
    payment: 'Payment',
    dates: 'Dates',
    balance: 'Balance',
    note: 'Note',
    kind: 'Kind',
    kopecks: 'Kopecks',
    code: 'Code',
    activated: 'Activated',
    places: 'Places',
    lastDate: 'Last date',
    name: 'Name',
    url: 'Link',
    contribution: 'Contribution',
    agreedAt: 'Agreed',
    mark: 'Mark',
    text: 'Text',
    writtenAt: 'Written',
    isHidden: 'Hidden',
    reportedAt: 'Reported',
    others: 'Other reports',
    returns: 'Returns',
    receivedOn: 'Received',
    dueOn: 'Due',
    queue: 'Queue',
    jobs: 'Jobs',
    late: 'Late',
    invariant: 'Check',
    offences: 'Offences',
    checkedAt: 'Checked',
    actor: 'By',
    operatorId: 'Operator',
    verb: 'Command',
    subject: 'Subject',
    before: 'Before',
    after: 'After',
    role: 'Role',
    addedAt: 'Since',
    addedBy: 'Added by',
    hasSecondFactor: 'Second factor',
    setting: 'Setting',
    value: 'Value',
    source: 'From',
    document: 'Document',
    appliesFrom: 'Applies from',
    told: 'Told',
    people: 'of people',
    feature: 'Feature',
    votes: 'Votes',
    level: 'Level',
    en: 'In English',
    ru: 'In Russian',
    setAt: 'Set',
    endsAt: 'Ends',
    handle: 'Handle',
    status: 'Status',
    subscribers: 'Subscribers',
    fetchedAt: 'As of',
    contacts: 'Contacts',
    sold: 'On sale',
  },
  problems: {
    invalid: () => 'It is wrong.',
    reason: () => 'Give the reason in a few words, 1 to 200 characters.',
    list: (word) => `"${word}" is not one of the list.`,
    name: () => 'It must be a readable name of at most 200 characters.',
    handle: () => 'It must be a handle, with or without @.',
    url: () => 'It must be the https address of a channel’s page.',
    country: () => 'It must have two letters.',
    languageCode: () => 'It must have two or three letters.',
    promocode: () =>
      'It must have 3 to 30 Latin letters, digits and hyphens; lookalikes from other alphabets are refused.',
    date: () => 'It must be a date, YYYY-MM-DD.',
    webAddress: () => 'It must be an http or https address.',
    address: () => 'It must be an email address.',
    subject: () => 'It must be KIND:ID, or an email address.',
    map: () => 'It must be field=Column, with commas between; the fields are in the manual.',
    person: () => 'A person is a number, as in the list.',
    days: () => 'It must be 1 to 92 days.',
    roubles: () => 'It must be a whole number of roubles.',
  },
  bounds: {
    number: (max) => `It must be a whole number from 1 to ${max}.`,
    length: (max) => `It must have 1 to ${max} characters.`,
  },
  refusals: {
    wrong_field: ({ field, problem }) => `${field}: ${commands.problems[problem](field)}`,
    import_running: () =>
      'Another change is still being written, such as an import: nothing was changed. Try again when it is over.',
    no_such_channel: ({ named }) => `There is no channel ${named}.`,
    several_channels: ({ named }) => `${named} fits several channels: name one by its other id.`,
    nothing_to_edit: () => 'Name at least one fact to edit: see --help.',
    handle_taken: () => 'Another channel has this handle: edit or merge that one.',
    name_taken: () => 'Another channel of the same source has this name: merge the two instead.',
    same_channel: () => 'These are one channel already.',
    other_platform: () => 'They are on different platforms, so they are two channels.',
    other_platform_id: () => 'They have different ids on their platform, so they are two channels.',
    demo_and_real: () => 'One of them is a demo channel, and the other is not.',
    no_such_person: () => 'There is no such person.',
    owns_team: () => 'This person owns a team with other members. Hand it over first: teams hand-over.',
    last_owner: () => 'This is the last owner: name another one first.',
    no_such_team: () => 'There is no such team.',
    no_such_holder: () => 'There is neither a person nor a team of that name.',
    granted_less: ({ uses }) => `Only ${uses} uses of grants are unspent. Nothing was taken.`,
    not_in_team: () => 'This person is not in the team.',
    grant_key_used: ({ key }) => `The key "${key}" was used for another grant to this person.`,
    promocode_taken: ({ code }) => `There is or was a promocode ${code} already.`,
    no_such_promocode: ({ code }) => `There is no promocode ${code}.`,
    until_is_past: () => '--until must be today’s date in Moscow or later.',
    sponsor_listed: ({ name }) => `${name} is listed already.`,
    sponsor_not_listed: ({ name }) => `${name} is not listed.`,
    no_such_review: () => 'There is no such review.',
    no_such_payment: () => 'There is no such payment.',
    not_paid: () => 'Nothing was paid, so nothing can be refunded.',
    no_such_invoice: () => 'There is no such invoice.',
    other_amount: ({ amount }) =>
      `The invoice is for ${roubles(amount)} roubles. Nothing was credited: return the transfer, or confirm once the whole amount is there.`,
    invoice_canceled: () =>
      'This invoice is canceled. Ask the buyer to order a new one and confirm that, or return the transfer.',
    invoice_paid: () => 'This invoice is paid: “payments refund” returns what is unspent.',
    account_gone: () => 'The account is deleted, so nothing can be credited: return the transfer.',
    nothing_left: () => 'All of it is spent, so nothing can be refunded.',
    refunded_before: () => 'It has already been refunded.',
    refund_other_first: ({ id }) =>
      `Dates of a later subscription follow, and dates go back from the end: refund ${id} instead, or first.`,
    refund_canceled: (refund) =>
      `${refunded({ ...refund, state: 'canceled', isByHand: false }, false)} No money went back, and the uses stay taken back: repeat the command to try again.`,
    no_such_report: () => 'There is no report with this number.',
    no_such_request: () => 'There is no request with this number.',
    request_to_come: ({ received }) => `It cannot have come on ${received}: that day is still to come.`,
    request_kept: ({ id }) =>
      `Request ${id} of the same address, kind and date is kept already; nothing was added. If another email came that day, give it the kind 'other'.`,
    answer_or_elsewhere: () => 'Give either --file or --elsewhere.',
    forget_later: () =>
      'An import is being written, or a contact is just being sold. What is left to do is done in the night, or by the same command later.',
    one_switch_and_reason: () => 'Give one of --off and --on, and --reason.',
    no_such_source: ({ source, near }) =>
      `No contact has the source ${source}.${near.length === 0 ? '' : ` Perhaps you mean ${near.join(', ')}.`}`,
    forget_after_switch: () =>
      'The source is switched, but an import is being written, or a contact is just being sold. Run `contacts forget` later.',
    no_such_import: ({ run }) => `There is no import ${run}.`,
    import_at_work: () => 'This file is being read, is not complete, or was imported already.',
    import_not_here: () => 'The file is not on this server any more: upload it again.',
    import_on_demo: () =>
      'This database is a demonstration’s: everybody could open the contacts, and tonight they would be deleted. Nothing was imported.',
    import_not_done: () => 'Nothing was imported here, or it is undone already.',
    import_forgotten: () => 'This import is too old to be undone: what was before is not known any more.',
    import_depended_on: ({ used, operated, later, creators }) =>
      `Nothing was undone. Channels that something depends on: ${[
        ...(used > 0 ? [`${used} bought or in a list`] : []),
        ...(operated > 0 ? [`${operated} edited, hidden or merged`] : []),
        ...(later > 0 ? [`${later} in a later import`] : []),
        ...(creators > 0 ? [`${creators} confirmed by their creators`] : []),
      ].join(', ')}.`,
    no_provider_answer: ({ answer, isRefund }) =>
      isRefund
        ? `${answer}. The uses are withdrawn and the refund is stored; the server will finish it on its own.`
        : `${answer}. Nothing was decided; the server will ask again on its own.`,
  },
  none: 'There are none.',
  imports,
  confirm: (expected) => `This cannot be undone. Type ${expected} to confirm: `,
  unconfirmed: 'This cannot be undone: nothing was changed. Confirm it by typing, or with --yes.',
  commands: {
    ...importCommands,
    'users find': {
      about: 'Show one person: number, address, name, uses, purchases, sessions',
      fields: {},
      done: ({ security, teams, ...person }) =>
        record([
          ...factsOf(person),
          ...teams.map(({ id, name, role }): [string, string] => ['team', `${id} (${name}), ${role}`]),
          ['security', `person ${security.person}, address ${security.address}`],
        ]),
    },
    'users grant': {
      about: 'Grant uses to a person, for example after a mistake of ours',
      more: `Granted uses never expire. They are a ledger entry like any other, so \`verify\` covers them; \`users take\`
takes back what is unspent of them. Give --key if a script may run twice, e.g. the number of a ticket.`,
      fields: {
        uses: 'how many, 1 to 1000000',
        reason: 'why; it stays in the ledger for good',
        key: 'a name for this grant: repeating it with the same name gives nothing twice',
      },
      done: ({ isChanged, person }) =>
        `${isChanged ? '' : 'This grant was made before; nothing was added now.\n'}${record(factsOf(person))}`,
    },
    'users take': {
      about: 'Take back unspent uses that were granted by mistake',
      more: 'Only what `users grant` gave can be taken, of the newest grant first.',
      fields: { uses: 'how many, 1 to 1000000', reason: 'why, for the audit' },
      done: taken,
    },
    'users list': {
      about: 'List people, newest first',
      fields: {
        name: 'the username or the address, exactly',
        blocked: 'only those who are blocked',
        sponsors: 'only sponsors',
        role: 'only operators of this role',
      },
      done: listed,
    },
    'users activity': {
      about: 'Show a person’s sessions, the limits that they have used up, and when emails were sent to them',
      fields: {},
      done: detailed,
    },
    'uses ledger': {
      about: 'Show the ledger of a person or a team as a bank statement, newest first',
      more: 'The balance is what never expires; the dates of a subscription stand beside it. WHO may also be the number of a team.',
      fields: {},
      done: listed,
    },
    'uses entries': {
      about: 'Show entries of the ledger of everybody, newest first',
      fields: {
        kind: 'sold, given for free, spent, returned by the warranty, withdrawn by a refund, or taken back',
      },
      done: listed,
    },
    'uses owed': {
      about: 'Show who has unspent uses, with what was paid for them',
      fields: {},
      done: listed,
    },
    'reveals list': {
      about: 'Show which contacts were opened, newest first; never which address',
      fields: { holder: 'only this person’s or team’s', bounced: 'only those whose emails came back' },
      done: listed,
    },
    'today show': {
      about: 'See money, uses, people and reveals by day, and what waits now',
      more: 'By default the last 14 days. --json names with each figure the command that lists what it counts. Searches are counted since the start of the server, so here there are none.',
      fields: {},
      done: todayLines,
    },
    'today jobs': {
      about: 'See jobs that are not done, by queue',
      fields: {
        failed: 'only those that have ended without success',
        emails: 'only emails that people wait for',
      },
      done: listed,
    },
    'today checks': {
      about: 'See what was last found of each invariant of `verify`',
      fields: { broken: 'only those that do not hold' },
      done: listed,
    },
    'users drop-second-factor': {
      about: 'Let a person who has lost app, passkeys and recovery codes log in with the password alone',
      more: 'First make sure who is asking: after this, the password alone is enough. The person is notified by email.',
      fields: {},
      done: ({ isChanged }) => (isChanged ? 'The second factor was removed.' : 'There was no second factor.'),
    },
    'users sponsor': {
      about: 'Let a person vote on features as a sponsor',
      fields: { off: 'end the sponsorship' },
      done: ({ isChanged, person }) =>
        `${isChanged ? '' : 'It was so already; nothing was changed.\n'}${record(factsOf(person))}`,
    },
    'users end-sessions': {
      about: 'Log a person out everywhere, for example when someone else has their device',
      fields: {},
      done: ({ ended }) => `${ended} ended.`,
    },
    'users block': {
      about: 'Log a person out everywhere and refuse further logins, until `users unblock`',
      more: `Uses and purchases stay, and payments under way are credited. The person is notified by email, and at the next right password.
Who is blocked cannot ask for the end of the account any more: \`users close\` does it for them.`,
      fields: {
        reason: 'why, for the audit; the person does not see this',
        category: 'what the person sees: that rules were broken, that the account is protected, or a payment',
        language: emailLanguage,
      },
      done: ({ id, isChanged }) => `Person ${id} is ${isChanged ? 'now' : 'already'} blocked.`,
    },
    'users unblock': {
      about: 'Let a blocked person log in again',
      fields: { language: emailLanguage },
      done: ({ id, isChanged }) =>
        isChanged ? `Person ${id} can log in again.` : `Person ${id} is not blocked already.`,
    },
    'users close': {
      about: 'Delete a person’s account for good, just as they could themselves',
      more: `Sessions, purchases and the name under reviews go at once. What accounting must keep stays under the bare number
for three years. Unspent uses are not refunded by this: see \`payments refund\` first.`,
      fields: {},
      done: ({ id, person, isChanged }) =>
        person === null
          ? `The account with number ${id} is ${isChanged ? '' : 'already '}closed.`
          : `This account would be closed.\n${record(factsOf(person))}`,
    },
    'teams show': {
      about: 'Show one team: name, uses, members with roles and budgets',
      fields: { team: 'the team’s number' },
      done: ({ id, name, uses, members }) =>
        record([
          ['team', `${id} (${name})`],
          ['uses', uses],
        ]) +
        table(
          members.map((member) => [
            String(member.id),
            member.email,
            member.role,
            `${member.spent} of ${member.budget ?? 'no limit'}`,
          ]),
        ),
    },
    'teams grant': {
      about: 'Grant uses to a team, for example after a mistake of ours',
      more: 'As with `users grant`: they never expire, and a repeat with the same --key gives nothing twice.',
      fields: {
        team: 'the team’s number',
        uses: 'how many, 1 to 1000000',
        reason: 'why; it stays in the ledger for good',
        key: 'a name for this grant',
      },
      done: ({ id, name, uses, isChanged }) =>
        `${isChanged ? '' : 'This grant was made before; nothing was added now.\n'}Team ${id}, ${name}: ${uses} uses.`,
    },
    'teams take': {
      about: 'Take back unspent uses that were granted to a team by mistake',
      fields: {
        team: 'the team’s number',
        uses: 'how many, 1 to 1000000',
        reason: 'why, for the audit',
      },
      done: taken,
    },
    'teams hand-over': {
      about: 'Make another member of a team its owner, for an owner who is blocked or cannot be reached',
      more: 'The owner before stays in it as a manager. Afterwards that account can be closed.',
      fields: { team: 'the team’s number' },
      done: ({ id, owner, isChanged }) =>
        isChanged
          ? `Team ${id} is now owned by person ${owner}, who gets an email.`
          : `Person ${owner} owns team ${id} already.`,
    },
    'channels list': {
      about: 'List channels of any status, those added last first',
      fields: {
        name: 'a part of the name; or exactly: id, our number, handle, address of a contact',
        status: 'only those of this status',
        source: 'only those with a contact from this source, as `contacts sources` names it',
        withoutContact: 'only those without a contact on sale',
      },
      done: listed,
    },
    'channels view': {
      about: 'Show one channel: facts, addresses with their sources, checks and marks',
      fields: {},
      done: detailed,
    },
    'channels hide': {
      about: 'Hide a channel from everyone but those who have bought it',
      fields: {},
      done: shown,
    },
    'channels show': { about: 'Show a hidden channel again', fields: {}, done: shown },
    'channels edit': {
      about: 'Correct facts of a channel; imports and the refresh keep them so',
      fields: {
        name: 'its name',
        handle: 'its name with @',
        url: 'its page',
        types: 'content types with commas',
        audiences: 'audiences with commas',
        country: 'two letters, e.g. DE',
        language: 'two or three letters, e.g. de',
      },
      done({ id, name, changed, isChanged }) {
        const channel = titled({ id, name })
        if (!isChanged) return `${channel} is so already.`
        if (changed.length === 0) return `${channel} was so already; imports keep it so from now on.`
        return `${channel} has a new ${changed.map((fact) => fact.replace('_', ' ')).join(', ')}.`
      },
    },
    'channels merge': {
      about: 'Merge a channel into another one that is the same: contacts, purchases, facts',
      fields: {
        from: 'the channel to remove: the channel’s id on its platform, or our number',
        into: 'the channel to keep: the channel’s id on its platform, or our number',
      },
      done({ fromId, intoId, moved }, isDryRun) {
        if (moved === null) return `Channel ${fromId} is merged into ${intoId} already.`
        return [
          `Channel ${fromId} ${isDryRun ? 'would be' : 'is'} merged into ${intoId}. It had:`,
          `  ${counted(moved.contacts, 'contact')}, ${moved.contactsOfBoth} of them of both`,
          `  ${counted(moved.purchases, 'purchase')}, ${moved.purchasesOfBoth} of them by people who had bought both`,
          `  ${counted(moved.days, 'day')} with a number of subscribers`,
        ].join('\n')
      },
    },
    'contacts suppress': {
      about: 'Withhold an address for good, as its owner could at /optout',
      more: `The address is no longer shown to anyone, even to people who paid for it, and no import can add it again. This cannot be
undone. Only a keyed hash of the address is kept.`,
      fields: {},
      done(withheld, isDryRun) {
        if (withheld === null) return 'The address is already removed.'
        const { channels, channelsLeftWithout, purchases, owners, uses } = withheld
        const show = isDryRun ? 'would show' : purchases === 1 ? 'shows' : 'show'
        return [
          `The address ${isDryRun ? 'would be' : 'is'} removed for everyone, and no later import can add it again.`,
          `${counted(channels, 'channel')} had it, ${channelsLeftWithout} of them no other; ${counted(purchases, 'purchase')} of ${counted(owners, 'person', 'people')} ${show} no address any more.`,
          `${counted(uses, 'use')} of the last ${WARRANTY_DAYS} days ${isDryRun ? 'would be' : uses === 1 ? 'is' : 'are'} returned to buyers.`,
        ].join('\n')
      },
    },
    'contacts withhold': {
      about: 'Take an address off sale because its mailbox does not exist; those who bought it still see it',
      fields: {},
      done: ({ channels }, isDryRun) =>
        `The address ${isDryRun ? 'would go' : 'is'} off sale at ${counted(channels, 'channel')}.`,
    },
    'contacts restore': {
      about: 'Sell an address again to which emails came back; only later ones count then',
      fields: {},
      done: ({ channels, sold }, isDryRun) =>
        channels === 0
          ? 'No bounce of this address is noted.'
          : `Bounces ${isDryRun ? 'are noted' : 'were forgotten'} at ${counted(channels, 'channel')}; on sale again: ${counted(sold, 'contact')}.`,
    },
    'contacts forget': {
      about: 'Take contacts off sale and delete them by their age now, as happens every night',
      fields: { reason: 'why now, for the audit' },
      done({ offSale, onSale, deleted }, isDryRun) {
        const [goes, comes, are] = isDryRun
          ? ['would go', 'would come', 'would be']
          : ['went', 'came', 'were']
        return `${counted(offSale, 'contact')} ${goes} off sale, ${counted(onSale, 'contact')} ${comes} back on sale, ${counted(deleted, 'contact')} ${are} deleted.`
      },
    },
    'contacts sources': {
      about: 'Show where contacts come from and how many came back, or switch a source off',
      more: 'A source is the host of the page where an address was found, or the kind of source where there is no page.',
      fields: {
        limit: 'how many sources',
        off: 'sell no contact of this source, and import none, until it is switched on',
        on: 'sell its contacts again',
        reason: 'why it is switched, for the audit',
      },
      done({ sources, switched }, isDryRun) {
        if (switched === null) {
          const head = ['source', 'contacts', 'on sale', 'reveals', 'bounced', 'objections', '']
          return sources === null || sources.length === 0
            ? 'There are none.'
            : table([head, ...sources.map((source) => [...sourceFacts(source), source.isOff ? 'off' : ''])])
        }
        const { isOff, isChanged, contacts, channels } = switched
        const state = isOff ? 'off' : 'on'
        if (!isChanged) return `The source is ${state} already.`
        const goes = isOff
          ? `${isDryRun ? 'would go' : 'went'} off sale`
          : `${isDryRun ? 'would come' : 'came'} back on sale`
        return `The source ${isDryRun ? 'would be' : 'is'} switched ${state}.
${counted(contacts, 'contact')} ${goes}; ${counted(channels, 'channel')} ${isOff ? 'left without another' : 'that had no other'}.`
      },
    },
    'invoices list': {
      about: 'Show the newest 200 invoices, by default those that wait for their transfer',
      fields: { state: 'those in this state' },
      none: 'There are no such invoices.',
      done: (invoices) => lines(invoices.map(invoiceFacts)),
    },
    'invoices confirm': {
      about: 'Credit an invoice whose bank transfer has arrived',
      more: 'The uses are credited once, however often the command is repeated. The transfer may arrive after the invoice has expired. The buyer gets an email with the document.',
      fields: {
        number: 'as it stands on the invoice',
        amount: 'what has arrived; it must be the amount of the invoice',
        reason: 'e.g. the number and date of the bank’s payment order',
      },
      done: ({ invoice, uses, isChanged, isLate }) =>
        isChanged
          ? `Invoice ${invoice.number}: ${uses} uses for holder ${invoice.holderId}${isLate ? ', at the price of the invoice, which had expired' : ''}.`
          : `Invoice ${invoice.number} was confirmed before; nothing was changed.`,
    },
    'invoices cancel': {
      about: 'Cancel an invoice that will not be paid',
      fields: { number: 'as it stands on the invoice' },
      done: ({ invoice, isChanged }) =>
        `Invoice ${invoice.number} ${isChanged ? 'is canceled' : 'was canceled before; nothing was changed'}.`,
    },
    'payments list': {
      about: 'List payments, the last settled or ordered first',
      fields: {
        state: 'only those in this state',
        refund: 'only those with a refund in this state',
        person: 'only this person’s',
        uncredited: 'only those that the provider has the money for while nothing is credited',
        paid: 'only those whose money came, also when it went back',
        unreceipted: 'only those whose fiscal receipt failed',
      },
      done: listed,
    },
    'payments refunds': {
      about: 'List refunds, the last settled or ordered first',
      fields: { state: 'only those in this state' },
      done: listed,
    },
    'payments show': {
      about: 'Show one payment and what has happened to it',
      fields: { id: 'the payment’s id, as the list shows it' },
      done: detailed,
    },
    'payments document': {
      about: 'Make the document of a paid payment, or of an open invoice',
      fields: { id: 'the payment’s id, as the list shows it', language: 'of the document' },
      done: ({ name, content }) => `${name} (PDF in Base64):\n${content}`,
    },
    'payments settle': {
      about: 'Ask the provider about a payment and act on the answer: credit, cancel or nothing',
      fields: { id: 'the payment’s id, as the list shows it' },
      done: ({ state }) => `The payment is ${state}.`,
    },
    'payments refund': {
      about: 'Refund what is unspent of a payment, after a mistake of ours',
      more: `The refund is the price times the unspent share; for a subscription, the share of today and later days
on which nothing was spent. Of several subscriptions in a row, the last is refunded first. The uses are
withdrawn at once. Repeating the command continues the same refund, and retries one that the provider
canceled; nothing is refunded twice.`,
      fields: {
        id: 'the payment’s id, as the list shows it',
        cause: 'the kind of reason',
        reason: 'why; it stays with the refund',
      },
      done: refunded,
    },
    'promocodes add': {
      about: 'Create a promocode',
      more: `A person can activate a code once, even after deleting the account and signing up again. A code cannot be
created twice: once it has ended, a new one needs another spelling.`,
      fields: {
        code: '3 to 30 Latin letters, digits and hyphens; case does not matter',
        uses: 'how many uses it gives',
        limit: 'how many people may activate it; by default, any number',
        until: 'the last Moscow date on which it works, YYYY-MM-DD; unless said it never ends',
      },
      done: ({ code, uses }) => `The promocode ${code} gives ${uses} uses.`,
    },
    'promocodes list': {
      about: 'List all promocodes, newest first',
      fields: {},
      none: 'There are no promocodes.',
      done: (promocodes) =>
        table(
          promocodes.map(({ code, uses, activated, places, lastDate, state }) => [
            code,
            `${uses} uses`,
            `${activated} of ${places ?? 'any number'}`,
            lastDate ?? 'no end',
            PROMOCODE_STATES[state],
          ]),
        ),
    },
    'promocodes end': {
      about: 'End a promocode: nobody can activate it from now on; what it gave stays',
      fields: { code: 'the promocode' },
      done: ({ code, isChanged }) => `The promocode ${code} has ended${isChanged ? '' : ' already'}.`,
    },
    'sponsors add': {
      about: 'Name a sponsor who has agreed to it',
      fields: {
        name: 'the name as it should appear',
        agreed: 'they agreed to be named; without this nobody is listed',
        url: 'where the name leads',
        contribution: 'orders the list; never shown',
      },
      done: ({ name }) => `${name} is listed.`,
    },
    'sponsors remove': {
      about: 'Take a sponsor off the page',
      fields: { name: 'the name as it is listed' },
      done: ({ name }) => `${name} is no longer listed.`,
    },
    'sponsors list': {
      about: 'Show all sponsors in their order',
      fields: {},
      none: 'Nobody is listed.',
      done: (sponsors) =>
        lines(
          sponsors.map(({ name, url, contribution, agreedAt }) => [
            name,
            url ?? '-',
            `${contribution} RUB`,
            `agreed ${agreedAt.toISOString().slice(0, 10)}`,
          ]),
        ),
    },
    'reports list': {
      about: 'Show reports that wait, the oldest first',
      fields: {},
      done: (reports) => lines(reports.map(reportFacts)),
    },
    'reports show': {
      about: 'Show one report with the answer of the mail server, which may hold addresses',
      fields: {},
      done: (report) => `${lines([reportFacts(report)])}\n${report.evidence ?? 'Nothing was pasted.'}`,
    },
    'reports decide': {
      about: 'Return the use for a reported contact, or refuse; the buyer gets an email',
      fields: { decision: 'credit or refuse', reason: 'why, for the audit; the buyer does not see it' },
      done: ({ outcome }) => DECISIONS[outcome],
    },
    'requests list': {
      about: 'Show requests without an answer, those due first',
      fields: {},
      done: (requests) => lines(requests.map(requestFacts)),
    },
    'requests show': {
      about: 'Show one request with its words and the address that asked',
      fields: {},
      done: (request) => `${lines([requestFacts(request)])}from ${request.address}\n\n${request.text}`,
    },
    'requests add': {
      about: 'Keep a request that came by post or mail, with its deadline',
      fields: {
        address: 'the email address that it is about',
        kind: 'what it asks',
        received: 'the Moscow date on which it came, YYYY-MM-DD',
        text: 'a text file with its words, at most 2000 characters',
        language: 'of the answer',
      },
      done: ({ id }) => `It is kept as request ${id}.`,
    },
    'requests answer': {
      about: 'Answer a request by an email to the address that asked',
      fields: {
        text: 'a text file with the answer; empty lines part paragraphs',
        elsewhere: 'it was answered by another way: only note that',
        reason: 'a note for the audit',
      },
      done: ({ isChanged }) =>
        isChanged ? 'The request is answered.' : 'This request was answered before; nothing was sent.',
    },
    'reviews list': {
      about: 'Show reviews, newest first',
      fields: { all: 'include hidden ones', limit: 'how many, 1 to 1000' },
      done: (reviews) =>
        reviews
          .map(({ id, mark, text, writtenAt, isHidden, username }) => {
            const head = [`No. ${id}`, `${mark} of 5`, writtenAt.toISOString().slice(0, 10)]
            const facts = [...head, username ?? 'account deleted', ...(isHidden ? ['hidden'] : [])]
            return `${facts.join('  ')}\n  ${text.replaceAll(/\r\n?|\n/g, '\n  ')}\n`
          })
          .join('\n'),
    },
    'reviews hide': {
      about: 'Hide a review; it is shown again when its author rewrites it',
      fields: { number: 'its number in `reviews list`', off: 'show it again' },
      done: ({ id, isHidden, isChanged }) =>
        `Review ${id} is ${isChanged ? '' : 'already '}${isHidden ? 'hidden' : 'shown'}.`,
    },
    'operators list': {
      about: 'Show who runs the installation in the console, and in which role',
      fields: {},
      none: 'Nobody is named yet.',
      done: (operators) =>
        table(
          operators.map(({ id, username, role, addedAt, hasSecondFactor }) => [
            String(id),
            username,
            role,
            addedAt.toISOString().slice(0, 10),
            hasSecondFactor ? '' : 'without a second factor',
          ]),
        ),
    },
    'settings list': {
      about: 'Show all settings in force, and where each comes from',
      more: 'Of a secret only whether it is set. The file is the one that the same variable with _FILE names.',
      fields: {},
      done: (settings) =>
        lines(settings.map(({ setting, value, source }) => [`${setting}=${value}`, `(${source})`])),
    },
    'legal list': {
      about: 'Show the versions of the legal texts, and how many people were told of new terms',
      more: 'Whoever signed up knows the terms of that day; of later ones people are told after a login.',
      fields: {},
      done: (versions) =>
        table(
          versions.map(({ document, appliesFrom, status, told, people }) => [
            document,
            appliesFrom,
            status,
            told === null ? '' : `${told} of ${people} people told`,
          ]),
        ),
    },
    'announcement show': {
      about: 'Show what stands above every page',
      fields: {},
      none: 'Nothing is announced.',
      done: (notices) =>
        lines(
          notices.map(({ kind, level, en, ru, endsAt }) => [
            kind,
            level,
            endsAt === null ? 'until it is cleared' : `until ${endsAt.toISOString()}`,
            en,
            ru,
          ]),
        ),
    },
    'announcement set': {
      about: 'Show a line above every page, in place of an earlier one',
      more: 'People see it with the next page that they load, and can close it.',
      fields: {
        en: 'the text in English, up to 200 characters',
        ru: 'the text in Russian, up to 200 characters',
        level: 'info or warning',
        until: 'the last Moscow date on which it shows, YYYY-MM-DD',
      },
      done: ({ isChanged }) => (isChanged ? 'It is announced.' : 'It was announced before.'),
    },
    'announcement clear': {
      about: 'Take the announcement away',
      fields: {},
      done: ({ isChanged }) => (isChanged ? 'Nothing is announced any more.' : 'Nothing was announced.'),
    },
    'maintenance on': {
      about: 'Let everything wait that people spend, pay or change',
      more: `It holds on all servers and survives restarts. Once the command has answered, no reveal, order or change of a card
begun before is still stored; calls that concern no uses, such as a new password, may be for two seconds more. Searches,
reading, logins and commands continue, and so do jobs: what was paid is credited.`,
      fields: { reason: 'why, for the audit' },
      done: ({ isChanged }) => (isChanged ? 'Maintenance is on.' : 'Maintenance was on already.'),
    },
    'maintenance off': {
      about: 'End maintenance',
      fields: {},
      done: ({ isChanged }) => (isChanged ? 'Maintenance is over.' : 'There was no maintenance.'),
    },
    'votes list': {
      about: 'Show how many sponsors voted for each feature',
      fields: {},
      done: (features) => table(features.map(({ feature, votes }) => [feature, String(votes)])),
    },
    'users operator': {
      about: 'Give a person a role in the console, or take it from them',
      more: 'Each role has the rights of those before it: viewer, support, operator, owner. The command line asks for none.',
      fields: { role: 'the role; none takes it' },
      done: ({ id, role, isChanged }) =>
        role === null
          ? `Person ${id} ${isChanged ? 'has no role any more' : 'had no role'}.`
          : `Person ${id} ${isChanged ? 'now has' : 'already has'} the role ${role}.`,
    },
    'users view': {
      about: 'See what a person sees on their pages, without contacts; they are told by email',
      more: 'Nothing can be changed there. Of each list the newest 100 are shown.',
      fields: {},
      done: ({ id, uses, purchases, cards, followed }) =>
        [
          `You see what person ${id} sees; they were told by email.\n${uses} uses`,
          `Purchases: ${purchases.length}\n${table(purchases.map(({ number, channel, boughtAt }) => [String(number), channel, boughtAt.toISOString().slice(0, 10)]))}`,
          `Cards: ${cards.length}\n${table(cards.map(({ channel, stage, tags, nextStepOn }) => [channel, stage, tags.join(', '), nextStepOn ?? '']))}`,
          `Videos followed: ${followed.length}\n${table(followed.map(({ video, since, advertisedOn }) => [video, since.toISOString().slice(0, 10), advertisedOn ?? '']))}`,
        ].join('\n\n'),
    },
    'audit list': {
      about: 'Show entries, newest first',
      more: `Kinds are ${SUBJECT_KINDS.join(', ')}. An address stands in no entry: it is found by its keyed hash, and
by the number of the person whose it is; so is the host of a source. Nothing removes an entry.`,
      fields: {
        subject: 'KIND:ID, e.g. person:17, or an email address',
        since: 'only those from this Moscow date on, YYYY-MM-DD',
        after: 'only those before the entry with this number',
      },
      done: (entries) => entries.map(auditLines).join('\n'),
    },
  },
}
