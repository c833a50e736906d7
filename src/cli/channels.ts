import { type Command, InvalidArgumentError } from 'commander'
import {
  type ChannelEdit,
  editChannel,
  readHandle,
  readName,
  readUrl,
} from '#server/features/catalogue/edit-channel.ts'
import { hideChannel } from '#server/features/catalogue/hide-channel.ts'
import { mergeKnownChannels } from '#server/features/catalogue/merge-known-channels.ts'
import { AUDIENCES, CONTENT_TYPES, parseAudience, parseContentType } from '#shared/rules/filters.ts'
import { DRY_RUN, operatorOf, parseText, REASON } from './options.ts'
import { counted, printable } from './print.ts'
import { withApp } from './with-database.ts'

const CHANNEL = 'the channel’s id on its platform, or our number'
const WHY = 'why, for the audit'

/** `channels`: hides, shows, edits and merges channels of the catalogue. */
export function registerChannels(program: Command): void {
  const channels = program.command('channels').description('Hide channels, edit them, merge two of them')

  for (const [name, isHidden, description] of [
    ['hide', true, 'Hide a channel from everybody but those who have bought it'],
    ['show', false, 'Show a hidden channel again'],
  ] as const) {
    channels
      .command(name)
      .description(description)
      .argument('<channel>', CHANNEL)
      .requiredOption(REASON, WHY, parseText)
      .action(async (channel: string, { reason }: { reason: string }) => {
        const by = operatorOf(program, reason)
        const found = await withApp((app) => hideChannel(app, by, { channel: channel.trim(), isHidden }))
        if (typeof found === 'string') throw new Error(PROBLEMS[found](channel))
        process.stdout.write(describeHidden(found))
      })
  }

  channels
    .command('edit')
    .description('Correct facts of a channel; imports and the refresh keep them so')
    .argument('<channel>', CHANNEL)
    .requiredOption(REASON, WHY, parseText)
    .option('--name <text>', 'its name', parseName)
    .option('--handle <text>', 'its name with @', parseHandleOption)
    .option('--url <address>', 'its page', parseUrl)
    .option(
      '--types <list>',
      `content types with commas: ${CONTENT_TYPES.join(', ')}`,
      listOf(parseContentType),
    )
    .option('--audiences <list>', `audiences with commas: ${AUDIENCES.join(', ')}`, listOf(parseAudience))
    .option('--country <code>', 'two letters, e.g. DE', parseCountry)
    .option('--language <code>', 'two or three letters, e.g. de', parseLanguage)
    .action(async (channel: string, { reason, types, ...rest }: EditOptions) => {
      const edit = types === undefined ? rest : { ...rest, contentTypes: types }
      if (Object.keys(edit).length === 0) throw new Error('Name at least one fact to edit: see --help.')
      const by = operatorOf(program, reason)
      const edited = await withApp((app) => editChannel(app, by, { channel: channel.trim(), edit }))
      if (edited === 'handle taken')
        throw new Error('Another channel has this handle: edit or merge that one.')
      if (edited === 'name taken')
        throw new Error('Another channel of the same source has this name: merge the two instead.')
      if (typeof edited === 'string') throw new Error(PROBLEMS[edited](channel))
      const { id, name, changed, isChanged } = edited
      const facts = changed.map((fact) => fact.replace('_', ' ')).join(', ')
      process.stdout.write(
        !isChanged
          ? `${titled({ id, name })} is so already.\n`
          : changed.length === 0
            ? `${titled({ id, name })} was so already; imports keep it so from now on.\n`
            : `${titled({ id, name })} has a new ${facts}.\n`,
      )
    })

  channels
    .command('merge')
    .description('Merge a channel into another one that is the same: contacts, purchases, facts')
    .argument('<from>', `the channel to remove: ${CHANNEL}`)
    .argument('<into>', `the channel to keep: ${CHANNEL}`)
    .requiredOption(REASON, WHY, parseText)
    .option(...DRY_RUN)
    .action(async (from: string, into: string, { reason, dryRun = false }: MergeOptions) => {
      const by = operatorOf(program, reason)
      const wanted = { from: from.trim(), into: into.trim(), isDryRun: dryRun }
      const merged = await withApp((app) => mergeKnownChannels(app, by, wanted))
      if ('problem' in merged) {
        if ('named' in merged) throw new Error(PROBLEMS[merged.problem](merged.named))
        throw new Error(MERGE_PROBLEMS[merged.problem])
      }
      process.stdout.write(
        'mergedInto' in merged
          ? `Channel ${merged.fromId} is merged into ${merged.mergedInto} already.\n`
          : describeMerged(merged, dryRun),
      )
    })
}

interface EditOptions extends Omit<ChannelEdit, 'contentTypes'> {
  readonly reason: string
  readonly types?: NonNullable<ChannelEdit['contentTypes']>
}

interface MergeOptions {
  readonly reason: string
  readonly dryRun?: boolean
}

const PROBLEMS = {
  'no such channel': (named: string) => `There is no channel ${named}.`,
  'several channels': (named: string) => `${named} fits several channels: name one by its other id.`,
  'an import is being written': () =>
    'An import is being written: nothing was changed. Try again when it is over.',
} as const

const MERGE_PROBLEMS = {
  'an import is being written': PROBLEMS['an import is being written'](),
  'the same channel': 'These are one channel already.',
  'other platform': 'They are on different platforms, so they are two channels.',
  'other id': 'They have different ids on their platform, so they are two channels.',
  demo: 'One of them is a demo channel, and the other is not.',
} as const

function titled({ id, name }: { readonly id: number; readonly name: string }): string {
  return `Channel ${id} (${printable(name).replaceAll('\n', ' ')})`
}

function describeHidden(found: {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly isChanged: boolean
}): string {
  const { status, isChanged } = found
  const again = isChanged ? 'now ' : 'already '
  if (status === 'hidden') return `${titled(found)} is ${again}hidden.\n`
  const gone = status === 'gone' ? ' Searches do not find it: its platform does not list it any more.' : ''
  return `${titled(found)} is ${again}shown.${gone}\n`
}

function describeMerged(
  {
    fromId,
    intoId,
    moved,
  }: Exclude<Awaited<ReturnType<typeof mergeKnownChannels>>, { problem: string } | { mergedInto: number }>,
  isDryRun: boolean,
): string {
  const { contacts, contactsOfBoth, purchases, purchasesOfBoth, days } = moved
  return [
    `Channel ${fromId} ${isDryRun ? 'would be' : 'is'} merged into ${intoId}. It had:`,
    `  ${counted(contacts, 'contact')}, ${contactsOfBoth} of them of both`,
    `  ${counted(purchases, 'purchase')}, ${purchasesOfBoth} of them by people who had bought both`,
    `  ${counted(days, 'day')} with a number of subscribers\n`,
  ].join('\n')
}

function parseName(text: string): string {
  const name = readName(text)
  if (name === null) throw new InvalidArgumentError('It must be a readable name of at most 200 characters.')
  return name
}

function parseHandleOption(text: string): string {
  const handle = readHandle(text)
  if (handle === null) throw new InvalidArgumentError('It must be a handle, with or without @.')
  return handle
}

function parseUrl(text: string): string {
  const url = readUrl(text.trim())
  if (url === null) throw new InvalidArgumentError('It must be the https address of a channel’s page.')
  return url
}

function listOf<T>(parse: (text: string) => T | null): (text: string) => readonly T[] {
  return (text) =>
    text.split(',').map((word) => {
      const known = parse(word)
      if (known === null) throw new InvalidArgumentError(`"${word.trim()}" is not one of the list.`)
      return known
    })
}

function parseCountry(text: string): string {
  if (!/^[A-Za-z]{2}$/.test(text)) throw new InvalidArgumentError('It must have two letters.')
  return text.toUpperCase()
}

function parseLanguage(text: string): string {
  if (!/^[A-Za-z]{2,3}$/.test(text)) throw new InvalidArgumentError('It must have two or three letters.')
  return text.toLowerCase()
}
