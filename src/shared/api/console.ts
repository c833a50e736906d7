import { z } from 'zod'
import { commands, OPERATOR_ROLES, who } from './command.ts'
import { endpoints } from './endpoint.ts'
import { instant } from './fields.ts'
import { givenSecondFactor, secondFactorAsked } from './second-factor.ts'

const role = z.enum(OPERATOR_ROLES)

export const consoleCommands = commands({
  'operators list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({}),
    output: z.array(
      z.object({
        id: z.int(),
        username: z.string(),
        role,
        addedAt: z.date(),
        /** Null: the command line, the link of the first start, or a deleted account. */
        addedBy: z.int().nullable(),
        /** Without one, the console stays closed to them. */
        hasSecondFactor: z.boolean(),
      }),
    ),
    refusals: [],
  },
  'settings list': {
    atLeast: 'operator',
    changesNothing: true,
    input: z.object({}),
    output: z.array(
      z.object({
        setting: z.string(),
        /** Of a secret only whether there is one. */
        value: z.string(),
        source: z.enum(['environment', 'file', 'default']),
      }),
    ),
    refusals: [],
  },
  'legal list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({}),
    output: z.array(
      z.object({
        document: z.string(),
        /** The Moscow date from which it applies. */
        appliesFrom: z.string(),
        status: z.enum(['announced', 'in force', 'replaced']),
        /** People who know of this version or a later one; null: people are told of terms only. */
        told: z.int().nullable(),
        people: z.int().nullable(),
      }),
    ),
    refusals: [],
  },
  'users operator': {
    atLeast: 'owner',
    input: z.object({ who, role: z.enum(['none', ...OPERATOR_ROLES]) }),
    args: ['who', 'role'],
    reason: 'optional',
    confirm: 'who',
    output: z.object({ id: z.int(), role: role.nullable(), isChanged: z.boolean() }),
    refusals: ['no_such_person', 'last_owner'],
  },
  'users view': {
    atLeast: 'support',
    input: z.object({ who }),
    args: ['who'],
    reason: true,
    /** What the person's own pages show, without contacts and notes, which may hold some. */
    output: z.object({
      id: z.int(),
      uses: z.int(),
      purchases: z.array(z.object({ number: z.int(), channel: z.string(), boughtAt: z.date() })),
      cards: z.array(
        z.object({
          channel: z.string(),
          stage: z.string(),
          tags: z.array(z.string()),
          nextStepOn: z.string().nullable(),
        }),
      ),
      followed: z.array(
        z.object({ video: z.string(), since: z.date(), advertisedOn: z.string().nullable() }),
      ),
    }),
    refusals: ['no_such_person'],
  },
})

/** A field of a command, as a form needs it. */
const commandField = z.object({
  name: z.string(),
  label: z.string(),
  /** `file`: a text of many lines. `list`: words, parted by commas on the command line. */
  type: z.enum(['text', 'number', 'yes', 'choice', 'list', 'date', 'file']),
  values: z.array(z.string()),
  isRequired: z.boolean(),
  isArgument: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  /** The largest number, or the longest text. */
  max: z.number().nullable(),
  /** What is wrong with it when it is refused. */
  problem: z.string(),
})

const commandDescriptor = z.object({
  /** Its words, e.g. `channels hide`. */
  key: z.string(),
  about: z.string(),
  more: z.string().nullable(),
  atLeast: role,
  changesNothing: z.boolean(),
  dryRun: z.boolean(),
  reason: z.enum(['required', 'optional', 'none']),
  /** What is typed to confirm it: the value of this field, or its words; null: nothing. */
  confirm: z.string().nullable(),
  opposite: z.string().nullable(),
  /** Those of the reason included. */
  fields: z.array(commandField),
  /** The names of the columns, where it answers with a list. */
  columns: z.array(z.object({ name: z.string(), label: z.string() })).nullable(),
})

/** What a search in the console finds, and by what it is named there. */
const found = z.object({
  kind: z.enum(['command', 'person', 'team', 'payment', 'channel', 'report', 'request']),
  id: z.string(),
  label: z.string(),
})

export const consoleEndpoints = endpoints({
  'GET /operator/session': {
    who: 'operator',
    atLeast: 'viewer',
    withoutProof: true,
    limits: [],
    summary: 'Who the operator is, and until when the console is open to this session',
    data: z.object({
      username: z.string(),
      role,
      /** Null: a second factor has to be given first. */
      provedUntil: instant.nullable(),
      hasSecondFactor: z.boolean(),
    }),
    errors: [],
  },
  'POST /operator/proof': {
    who: 'operator',
    atLeast: 'viewer',
    withoutProof: true,
    limits: [],
    furtherLimits: ['totp', 'totp_day'],
    summary: 'Open the console by a passkey or a code; with neither, what can be given',
    body: z.object(givenSecondFactor),
    data: z.object({ provedUntil: instant.nullable() }),
    extras: z.object(secondFactorAsked),
    errors: ['wrong_second_factor'],
  },
  'POST /operator/first': {
    who: 'anyone',
    limits: [],
    summary: 'Become the first owner by the link of the first start',
    body: z.object({ token: z.string().min(1, 'required').max(100, 'too_long') }),
    data: z.null(),
    errors: ['not_found', 'not_logged_in'],
  },
  'GET /operator/commands': {
    who: 'operator',
    atLeast: 'viewer',
    limits: [],
    summary: 'The commands that the role allows, with all that a form needs',
    data: z.object({
      groups: z.array(z.object({ name: z.string(), about: z.string() })),
      commands: z.array(commandDescriptor),
    }),
    errors: [],
  },
  'GET /operator/find': {
    who: 'operator',
    atLeast: 'viewer',
    limits: [],
    summary:
      'Find commands by words, and people, teams, payments, channels, reports, requests by exact names',
    query: z.object({ q: z.string().trim().min(1, 'required').max(200, 'too_long') }),
    data: z.array(found),
    errors: [],
  },
})
