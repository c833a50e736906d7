import { type CommandTexts, table } from '../command-texts.ts'
import { type ImportTexts, importCounts, runLines } from '../import-report.ts'
import { plural } from '../messages.ts'

const number = (value: number) => value.toLocaleString('en')
const counted = (count: number, one: string) =>
  `${number(count)} ${plural('en', count, { one, other: `${one}s` })}`

export const imports: ImportTexts = {
  files: {
    no_file: () => 'There is no such file.',
    not_a_file: () => 'This is not a file.',
    not_readable: () => 'This file may not be read.',
    not_opened: () => 'This file cannot be opened.',
    archive: () => 'This is a zip archive or an Excel workbook. Save it as CSV first.',
    damaged: () => 'The archive is damaged or cut off, so nothing of it was imported.',
    empty: () => 'The file is empty.',
    no_objects: () => 'It holds no JSON object.',
    markup: () => 'This is a web page or XML. Save it as CSV first.',
    no_header: () => 'Its first line cannot be read as the names of columns.',
    not_text: () => 'This is not a text file with columns.',
    no_column: ({ column, columns }) => `There is no column '${column}'. Columns: ${columns}.`,
    videos: () => 'This is a list of videos, not of channels.',
    no_names: ({ columns }) =>
      `No name: no column is known to hold names of channels. Columns: ${columns}. Name it with --map name=COLUMN.`,
    only_ids: () => 'No name: it holds ids only, without names or statistics, so there is nothing to import.',
    interrupted: () => 'The server stopped before the end. Nothing was imported: start it again.',
    fault: () => 'It failed by a fault of ours, which the log describes. Nothing was imported.',
  },
  states: {
    uploading: 'uploading',
    uploaded: 'uploaded',
    previewing: 'previewing',
    previewed: 'previewed',
    running: 'running',
    done: 'imported',
    stopped: 'stopped',
    failed: 'not imported',
    undone: 'undone',
  },
  phases: {
    reading: 'reading',
    waiting: 'waiting for another import',
    comparing: 'comparing',
    writing: 'writing',
    indexing: 'updating the search',
    finishing: 'finishing',
  },
  outcomes: { create: 'Create', update: 'Update', unchanged: 'Unchanged', skipped: 'Skipped' },
  reasons: {
    'no name': 'no name',
    'name too long': 'name too long',
    'mangled encoding': 'mangled encoding',
    'wrong number of columns': 'wrong number of columns',
    'text after a closing quote': 'text after a closing quote',
    'unclosed quote': 'unclosed quote',
    'row too long': 'row too long',
    'not a JSON object': 'not a JSON object',
    'no name, and the channel is not known': 'no name, and the channel is not known',
    'same channel': 'another line says more about the same channel',
    'contact without source': 'contact without source',
    'contact source not understood': 'contact source not understood',
    'contact without date': 'contact without date',
    'contact date not understood': 'contact date not understood',
    'contact address not understood': 'contact address not understood',
    'contact address reaches nobody': 'contact address reaches nobody',
    'some contact addresses not understood': 'some contact addresses not understood',
  },
  notRows: {
    empty: 'empty',
    'repeated header': 'repeated header',
    total: 'total',
    rule: 'rule',
    remark: 'remark',
  },
  number,
  dryRun: 'dry run: nothing was changed',
  kind: (kind) => (kind === null ? 'columns found by their names' : `kind: ${kind}`),
  origin: (source, day) => `source: ${source}, as of ${day}`,
  rows: (count) => counted(count, 'row'),
  merged: (count) => `${counted(count, 'channel')} turned out to be duplicates and were merged`,
  contacts: {
    added: (count) => `${count} new`,
    changed: (count) => `${count} seen at other dates`,
    refused: (count) => `${count} refused`,
    withheld: (count) => `${count} left out because their owners objected`,
    tooOld: (count) => `${count} left out because they were last seen too long ago`,
  },
  contactsTitle: 'contacts',
  columns: 'columns',
  unused: 'columns not used',
  filled: (percent) => `${percent} % filled`,
  example: (value) => `, for example ${JSON.stringify(value)}`,
  couldBe: (maps) => `; could be ${maps}`,
  notRow: (what, count) => `lines without a channel, ${what}: ${count}`,
  refused: (reason, count) => `refused, ${reason}: ${count}`,
  line: (line) => `line ${line}`,
  more: (count) => `and ${count} more`,
  unclear: (count) => `values not understood, taken as unknown: ${count}`,
  kept: (path) => `refused rows are kept in ${path}`,
  speed: (seconds, rate) => `${seconds} s, ${rate} rows/s`,
}

const options = {
  run: 'the number of the import',
  map: 'which columns mean what: field=Column, with commas between',
  source: 'where the channels come from; by default the kind of file or its name',
  platform: 'the video platform; by default youtube',
  asOf: 'when the facts were true; by default from a date column, the file name or the day of the upload',
  encoding: 'how the file is encoded; detected by default',
  delimiter: 'what separates columns; detected by default',
}

export const importCommands: Pick<
  CommandTexts['commands'],
  Extract<keyof CommandTexts['commands'], `imports ${string}`>
> = {
  'imports list': {
    about: 'Show the newest imports and uploaded files',
    fields: { after: 'only those before the import with this number' },
    done: (runs) =>
      table(
        runs.map(({ id, createdAt, fileName, state, report }) => [
          String(id),
          createdAt.toISOString().slice(0, 16).replace('T', ' '),
          imports.states[state],
          fileName,
          report === null ? '' : importCounts(imports, report),
        ]),
      ),
  },
  'imports show': {
    about: 'Show one import: how far it is, what it did, or why it failed',
    fields: { run: options.run },
    done: (run) => runLines(imports, run),
  },
  'imports lines': {
    about: 'Show what becomes of each line of a file, and why',
    fields: {
      run: options.run,
      outcome: 'only lines with this outcome',
      after: 'where the page before ended',
    },
    done: ({ rows, next }) =>
      table(
        rows.map(({ line, outcome, reason, sameAs, channel, name, changed }) => [
          String(line),
          imports.outcomes[outcome],
          name ?? (channel === null ? '' : `channel ${channel}`),
          [
            ...(reason === null ? [] : [imports.reasons[reason]]),
            ...(sameAs === null ? [] : [imports.line(number(sameAs))]),
            ...changed,
          ].join(', '),
        ]),
      ) + (next === null ? '' : `Continue with --after ${next}.\n`),
  },
  'imports preview': {
    about: 'Find out what the import of an uploaded file would do',
    fields: options,
    done: ({ run }) => `The preview of import ${run} has started.`,
  },
  'imports run': {
    about: 'Import an uploaded file, read as it was previewed last',
    fields: { run: options.run },
    done: ({ run }) => `Import ${run} has started.`,
  },
  'imports stop': {
    about: 'Stop an import that is running; nothing of it is imported',
    fields: { run: options.run },
    done: ({ isChanged }) =>
      isChanged ? 'The import stops within seconds.' : 'This import is not running, or stops already.',
  },
  'imports undo': {
    about: 'Take a whole import back, until something depends on it',
    more: 'Channels that it created are deleted. Those that it changed are as before, except for what their platform has told since.',
    fields: { run: options.run },
    done: ({ deleted, restored }, isDryRun) =>
      isDryRun
        ? `${counted(deleted, 'channel')} would be deleted, ${number(restored)} would be as before.`
        : `The import is undone. ${counted(deleted, 'channel')} deleted, ${number(restored)} as before.`,
  },
  'imports presets': {
    about: 'Show saved columns of other kinds of files',
    fields: {},
    done: (presets) =>
      table(
        presets.map(({ name, columns }) => [
          name,
          columns.map(({ field, column }) => `${field}=${column}`).join(','),
        ]),
      ),
  },
  'imports save-preset': {
    about: 'Save which columns of a kind of file mean what; files that have them all are read so',
    fields: { name: 'how the kind of file is called', map: options.map },
    done: ({ isChanged }) => (isChanged ? 'The columns are saved.' : 'They were saved so already.'),
  },
  'imports forget-preset': {
    about: 'Delete saved columns of a kind of file',
    fields: { name: 'how the kind of file is called' },
    done: ({ isChanged }) => (isChanged ? 'The saved columns are deleted.' : 'There are no such columns.'),
  },
}
