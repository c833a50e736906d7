import { z } from 'zod'
import { DELIMITERS } from '../rules/csv-records.ts'
import {
  CONTACT_REASONS,
  ENCODINGS,
  FILE_PROBLEMS,
  NOT_ROWS,
  OUTCOMES,
  PIECE_BYTES,
  ROW_REASONS,
  RUN_STATES,
  UPLOAD_MAX,
} from '../rules/imports.ts'
import { commands, day, line, upTo } from './command.ts'
import { endpoints } from './endpoint.ts'

const run = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
/** `name=Title,email=Contact` */
const map = z.string().trim().min(1).max(10_000).meta({ problem: 'map', hint: 'pairs' })
const reason = z.enum([...ROW_REASONS, ...CONTACT_REASONS])

const importReport = z.object({
  isDryRun: z.boolean(),
  /** The kind of file: a known one or a saved preset; null: its columns were found by their names. */
  kind: z.string().nullable(),
  source: z.string(),
  /** The day on which its facts were true, where no column says so. */
  asOf: z.string(),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Refused, or about a channel of which another line says more. */
  skipped: z.int(),
  duplicates: z.int(),
  /** Known channels that turned out to be one. */
  merged: z.int(),
  contacts: z.object({
    added: z.int(),
    changed: z.int(),
    refused: z.int(),
    /** Their owners objected. */
    withheld: z.int(),
    tooOld: z.int(),
  }),
  /** Columns that are used. `filled`: in how many of a hundred of the first rows. Addresses in examples are masked. */
  columns: z.array(z.object({ field: z.string(), column: z.string(), filled: z.int(), example: z.string() })),
  unused: z.array(
    z.object({ column: z.string(), filled: z.int(), example: z.string(), couldBe: z.array(z.string()) }),
  ),
  /** Refused rows and contacts. */
  reasons: z.array(z.object({ reason, count: z.int() })),
  notRows: z.array(z.object({ what: z.enum(NOT_ROWS), count: z.int() })),
  /** The first refusals. */
  refusals: z.array(z.object({ line: z.int(), reason })),
  /** Cells that were not understood and count as unknown. */
  unclear: z.int(),
  unclearCells: z.array(z.object({ line: z.int(), field: z.string(), cell: z.string() })),
  seconds: z.number(),
})
export type ImportReport = z.output<typeof importReport>

const importRun = z.object({
  id: z.int(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  state: z.enum(RUN_STATES),
  /** Columns that the operator named. */
  map: z.string().nullable(),
  progress: z
    .object({
      phase: z.enum(['reading', 'waiting', 'comparing', 'writing', 'indexing', 'finishing']),
      rows: z.int(),
      /** Completed, 0 to 1. */
      share: z.number(),
      /** Null: nobody can say. */
      secondsLeft: z.number().nullable(),
    })
    .nullable(),
  report: importReport.nullable(),
  failure: z.object({ code: z.enum(FILE_PROBLEMS), column: z.string(), columns: z.string() }).nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
})
export type ImportRun = z.output<typeof importRun>

const options = {
  map: map.optional(),
  source: line.optional(),
  platform: z.string().trim().min(1).max(100).optional(),
  asOf: day.optional(),
  encoding: z.enum(ENCODINGS).optional(),
  delimiter: z.enum(DELIMITERS).optional(),
}

const start = {
  atLeast: 'operator',
  args: ['run'],
  output: z.object({ run: z.int() }),
  refusals: ['no_such_import', 'import_at_work', 'import_not_here', 'import_on_demo', 'wrong_field'],
} as const

export const importCommands = commands({
  'imports list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ after: run.optional(), limit: upTo(1_000).default(50) }),
    output: z.array(importRun),
    refusals: [],
  },
  'imports show': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ run }),
    args: ['run'],
    output: importRun,
    refusals: ['no_such_import'],
  },
  'imports lines': {
    atLeast: 'operator',
    changesNothing: true,
    input: z.object({
      run,
      outcome: z.enum(OUTCOMES).optional(),
      after: z
        .string()
        .trim()
        .regex(/^\d{1,15}$/)
        .optional(),
      limit: upTo(1_000).default(100),
    }),
    args: ['run'],
    output: z.object({
      rows: z.array(
        z.object({
          line: z.int(),
          outcome: z.enum(OUTCOMES),
          /** Why it was skipped, or its contact refused. */
          reason: reason.nullable(),
          /** The line that says more about the same channel. */
          sameAs: z.int().nullable(),
          /** Our number of a channel that is known already. */
          channel: z.int().nullable(),
          name: z.string().nullable(),
          /** Facts that are new. */
          changed: z.array(z.string()),
        }),
      ),
      next: z.string().nullable(),
    }),
    refusals: ['no_such_import', 'import_not_here'],
  },
  'imports preview': { ...start, input: z.object({ run, ...options }) },
  /** As it was previewed last. */
  'imports run': { ...start, input: z.object({ run }) },
  'imports stop': {
    atLeast: 'operator',
    input: z.object({ run }),
    args: ['run'],
    output: z.object({ isChanged: z.boolean() }),
    refusals: ['no_such_import'],
  },
  'imports undo': {
    atLeast: 'operator',
    input: z.object({ run }),
    args: ['run'],
    reason: true,
    dryRun: true,
    output: z.object({ deleted: z.int(), restored: z.int() }),
    refusals: ['no_such_import', 'import_not_done', 'import_forgotten', 'import_depended_on'],
  },
  'imports presets': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({}),
    output: z.array(
      z.object({ name: z.string(), columns: z.array(z.object({ field: z.string(), column: z.string() })) }),
    ),
    refusals: [],
  },
  'imports save-preset': {
    atLeast: 'operator',
    input: z.object({ name: line, map }),
    args: ['name'],
    output: z.object({ isChanged: z.boolean() }),
    refusals: ['wrong_field'],
  },
  'imports forget-preset': {
    atLeast: 'operator',
    input: z.object({ name: line }),
    args: ['name'],
    output: z.object({ isChanged: z.boolean() }),
    refusals: [],
  },
})

/** A name without a path, as a file on the server may have. */
const fileName = z
  .string()
  .trim()
  .min(1, 'required')
  .max(200, 'too_long')
  .regex(/^[^/\\\p{Cc}]+$/u, 'invalid')
  .refine((name) => !/^\.+$/.test(name), 'invalid')

export const importEndpoints = endpoints({
  'POST /operator/imports/pieces': {
    who: 'operator',
    atLeast: 'operator',
    limits: [],
    summary: 'Upload a file to import, piece by piece; the first piece gets its number',
    bodyLimit: 2 * PIECE_BYTES,
    body: z.object({
      run: run.nullable(),
      fileName,
      /** Of the whole file, in bytes. */
      size: z.int().min(1, 'required').max(UPLOAD_MAX, 'too_long'),
      /** Where this piece begins. */
      offset: z.int().min(0, 'invalid').max(UPLOAD_MAX, 'too_long'),
      data: z.base64('invalid').max(Math.ceil(PIECE_BYTES / 3) * 4, 'too_long'),
    }),
    data: z.object({ run: z.int(), received: z.int() }),
    errors: ['not_found', 'changed_meanwhile'],
  },
  'GET /operator/imports/refused/{run}': {
    who: 'operator',
    atLeast: 'operator',
    limits: [],
    summary: 'The refused rows of an import as they stand in its file, to be repaired and uploaded again',
    params: z.object({ run: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    data: z.file(),
    bare: true,
    errors: ['not_found'],
  },
})
