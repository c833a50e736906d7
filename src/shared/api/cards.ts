import { z } from 'zod'
import {
  BULK_MAX,
  CARD_EVENTS,
  CARD_PAGE,
  cleanNote,
  CURRENCIES,
  FILE_BYTES_MAX,
  CELL_MAX,
  FILE_COLUMNS_MAX,
  FILE_REASONS,
  FILE_ROWS_MAX,
  LIST_NAME_MAX,
  NOTE_MAX,
  PRICE_MAX,
  STAGES,
  TAG_MAX,
  TAGS_OF_CARD_MAX,
} from '../rules/cards.ts'
import { SEARCH_TEXT_MAX } from '../rules/bounds.ts'
import { cleanText } from '../rules/clean-text.ts'
import { EXPORT_COLUMNS, EXPORT_FORMATS, type ExportColumn } from '../rules/purchases.ts'
import { endpoints } from './endpoint.ts'
import { channelId, channelIds, cursor, instant, pathId, queryLimit, timeZone } from './fields.ts'
import { purchaseRecord } from './reveals.ts'
import { channelResult } from './search.ts'

const userId = z.number().int().positive().max(2_147_483_647)

/** Somebody who works for the holder; where it is null, the account no longer exists, or nobody is meant. */
const person = z.object({ userId: z.number().int(), username: z.string() })

const stage = z.enum(STAGES)
const tag = z
  .string()
  .overwrite(cleanText)
  .min(1, 'required')
  .max(TAG_MAX, 'too_long')
  // Files separate tags by commas.
  .refine((text) => !text.includes(','), 'invalid')
const tags = z
  .array(tag)
  .max(TAGS_OF_CARD_MAX, 'too_many')
  .transform((all) => [...new Set(all)])
const price = z.object({
  /** In whole units of the currency, with at most two decimals. */
  amount: z.number().min(0).max(PRICE_MAX).multipleOf(0.01),
  currency: z.enum(CURRENCIES),
})

/** What is known of a channel on a card and in a shared list; as in a search. */
const listedChannel = channelResult.pick({
  channelId: true,
  channel_name: true,
  thumbnail: true,
  content_type: true,
  subsCount: true,
  url: true,
  country: true,
  language: true,
  lastUploadAt: true,
  uploadsCheckedAt: true,
  hasContact: true,
})

/** A channel in a holder's hands, bought or not. */
export const card = listedChannel.extend({
  stage,
  note: z.string(),
  /** In alphabetical order. */
  tags: z.array(z.string()),
  nextStepOn: z.iso.date().nullable(),
  price: price.nullable(),
  /** The person in charge. */
  owner: person.nullable(),
  /** The numbers of the lists that it is in. */
  lists: z.array(z.number().int()),
  /** Whether opening the contact costs nothing, also when its purchase was removed. */
  isBought: z.boolean(),
  /** Null when it was not bought or the purchase was removed. As in a purchase record. */
  purchase: z
    .object({
      transaction_id: z.number().int(),
      email: z.string().nullable(),
      withheld: z.enum(['objection', 'expired', 'gone']).nullable(),
      source: z.string().nullable(),
      lastSeenAt: instant.nullable(),
      boughtAt: instant,
      boughtBy: person.nullable(),
    })
    .nullable(),
  addedAt: instant,
  /** Of what `PATCH` changes; a change names the version that it was made on. */
  version: z.number().int(),
  /** When and by whom it was last changed; null while it is as it was added. */
  changedAt: instant.nullable(),
  changedBy: person.nullable(),
})

const version = z.number().int().positive().max(2_147_483_647)

/** What a change of a card may contain; what is left out stays. Null takes away. */
const change = {
  stage: stage.optional(),
  note: z.string().overwrite(cleanNote).max(NOTE_MAX, 'too_long').optional(),
  /** All tags of the card from now on. */
  tags: tags.optional(),
  nextStepOn: z.iso.date('invalid').nullable().optional(),
  price: price.nullable().optional(),
  /** A person who works for the holder. */
  ownerId: userId.nullable().optional(),
}

/** The former values of what a change changed: sent back with the new version, they undo it. */
const before = z.object({
  stage: stage.optional(),
  note: z.string().optional(),
  tags: z.array(z.string()).optional(),
  nextStepOn: z.iso.date().nullable().optional(),
  price: price.nullable().optional(),
  ownerId: z.number().int().nullable().optional(),
})

/** How a change of several cards came out. */
const changes = z.object({
  changed: z.array(z.object({ channelId: z.string(), version: z.number().int(), before })),
  /** `unchanged`: it was so already. */
  skipped: z.array(
    z.object({ channelId: z.string(), reason: z.enum(['unchanged', 'changed_meanwhile', 'not_found']) }),
  ),
})

const bulkIds = z
  .array(channelId)
  .min(1, 'required')
  .max(BULK_MAX, 'too_many')
  .transform((ids) => [...new Set(ids)])

const listName = z.string().overwrite(cleanText).min(1, 'required').max(LIST_NAME_MAX, 'too_long')
const list = z.object({
  /** Counts the holder's own. */
  listId: z.number().int(),
  name: z.string(),
  count: z.number().int(),
  createdAt: instant,
  /** The token of the page that anybody with the link may read; null: there is none. */
  link: z.string().nullable(),
})

const listPath = z.object({ listId: pathId })
const meta = z.object({ meta: z.object({ total: z.number().int(), nextCursor: z.string().nullable() }) })
const cardLimit = z.coerce.number().int().min(CARD_PAGE.min).max(CARD_PAGE.max).default(CARD_PAGE.default)

/** Names of columns, separated by commas. */
const columns = z
  .string()
  .max(400, 'too_long')
  .refine(
    (text) => text.split(',').every((name) => EXPORT_COLUMNS.some((column) => column === name)),
    'invalid',
  )
  .transform((text) => [...new Set(text.split(',') as ExportColumn[])])

/** A file as rows of cells, the first with the names of columns; row 1 is the first line of a spreadsheet. */
const fileRows = z
  .array(z.array(z.string().max(CELL_MAX, 'too_long')).max(FILE_COLUMNS_MAX, 'too_many'))
  .min(1, 'required')
  .max(FILE_ROWS_MAX, 'too_many')

const fileLine = {
  /** The row in the file, from 1. */
  row: z.number().int(),
  channelId: z.string(),
  /** Null for an unknown channel. */
  channel_name: z.string().nullable(),
}

/** What a file would change, row by row; empty rows are left out. */
const filePreview = z.object({
  /** Names this very outcome; `POST /cards/file` makes it or none. */
  token: z.string(),
  counts: z.object({
    create: z.number().int(),
    update: z.number().int(),
    unchanged: z.number().int(),
    skipped: z.number().int(),
  }),
  lines: z.array(
    z.object({
      ...fileLine,
      outcome: z.enum(['create', 'update', 'unchanged', 'skipped']),
      /** Why it is skipped; null otherwise. */
      reason: z.enum(FILE_REASONS).nullable(),
      /** What it sets, as it was and as it becomes: written as in a card's history. */
      changes: z.array(
        z.object({
          field: z.enum(['stage', 'note', 'tags', 'next_step', 'price']),
          from: z.string().nullable(),
          to: z.string().nullable(),
        }),
      ),
      /** Edited in the file, but never read from it. */
      ignored: z.array(z.enum(['email', 'owner'])),
    }),
  ),
})

export const cardsEndpoints = endpoints({
  'GET /lists': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary: 'The lists of cards, in the order in which they were made',
    data: z.array(list),
    errors: [],
  },
  'POST /lists': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card'],
    summary: 'Make a list, with its first channels if there are any; unknown channels are left out',
    body: z.object({ name: listName, channelIds: bulkIds.optional() }),
    data: list,
    errors: [],
  },
  'PUT /lists/{listId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card'],
    summary: 'Rename a list',
    params: listPath,
    body: z.object({ name: listName }),
    data: list,
    errors: ['not_found'],
  },
  'DELETE /lists/{listId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card'],
    summary:
      'Delete a list, with those of its cards that are in no other list, were not bought and never changed; what is answered makes it again',
    params: listPath,
    data: z.object({ name: z.string(), channelIds: z.array(z.string()) }),
    errors: ['not_found'],
  },
  'PUT /lists/{listId}/channels': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card'],
    summary: 'Put channels into a list: each gets a card if it has none',
    params: listPath,
    body: z.object({ channelIds: bulkIds }),
    /** `added`: those that were not in it before; taking them out again undoes the call. `unknown`: no such channel. */
    data: z.object({ list, added: z.array(z.string()), unknown: z.array(z.string()) }),
    errors: ['not_found'],
  },
  'DELETE /lists/{listId}/channels': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card'],
    summary:
      'Take channels out of a list; cards that are in no other list, were not bought and never changed go',
    params: listPath,
    body: z.object({ channelIds: bulkIds }),
    /** `removed`: those that were in it; putting them in again undoes the call. */
    data: z.object({ list, removed: z.array(z.string()) }),
    errors: ['not_found'],
  },
  'PUT /lists/{listId}/link': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card'],
    summary: 'Let anybody with a link read the channels of a list, without contacts, notes and prices',
    params: listPath,
    data: list,
    errors: ['not_found'],
  },
  'DELETE /lists/{listId}/link': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card'],
    summary: 'End the link at once; a later one is another',
    params: listPath,
    data: list,
    errors: ['not_found'],
  },
  'GET /shared-lists/{token}': {
    who: 'anyone',
    session: 'best-effort',
    limits: ['shared_list'],
    summary: 'The channels of a list that somebody shares by link',
    params: z.object({ token: z.string().max(100) }),
    query: z.object({ limit: cardLimit, cursor: cursor.optional() }),
    data: z.object({ name: z.string(), channels: z.array(listedChannel) }),
    extras: meta,
    errors: ['not_found'],
  },
  'GET /cards': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary: 'Cards, the one added last first',
    query: z.object({
      limit: cardLimit,
      cursor: cursor.optional(),
      list: pathId.optional(),
      stage: stage.optional(),
      /** A person's id, or `none`. */
      owner: z.union([z.literal('none'), pathId]).optional(),
      /** Those whose next step is due on this date or before. */
      due: z.iso.date('invalid').optional(),
      tag: tag.optional(),
      /** A part of the channel's name or of the note, in any case. */
      q: z.string().trim().max(SEARCH_TEXT_MAX, 'too_long').optional(),
      /** The cards of these channels, separated by commas. */
      channelId: channelIds.optional(),
    }),
    data: z.array(card),
    extras: meta,
    errors: [],
  },
  'GET /cards/today': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary: 'What is due today (in Moscow) or overdue, by the person in charge: the first 500',
    data: z.array(z.object({ owner: person.nullable(), cards: z.array(card) })),
    extras: z.object({ meta: z.object({ today: z.iso.date() }) }),
    errors: [],
  },
  'GET /cards/tags': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary: 'The tags in use, in alphabetical order',
    data: z.array(z.object({ tag: z.string(), count: z.number().int() })),
    errors: [],
  },
  'PATCH /cards/{channelId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card'],
    summary: 'Change a card; 409 with the card if somebody changed it meanwhile',
    params: z.object({ channelId }),
    body: z.object({ version, ...change }),
    data: card,
    extras: z.object({ meta: z.object({ before }) }),
    refusalExtras: z.object({ data: card }),
    errors: ['changed_meanwhile', 'not_found'],
  },
  'PATCH /purchases/{transactionId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card'],
    summary: 'Change the card of a purchase; 409 with the purchase if somebody changed it meanwhile',
    params: z.object({ transactionId: pathId }),
    body: z.object({ version, status: change.stage, note: change.note }),
    data: purchaseRecord,
    refusalExtras: z.object({ data: purchaseRecord }),
    errors: ['changed_meanwhile', 'not_found'],
  },
  'POST /cards/bulk': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card_bulk'],
    summary: 'Make one change to the cards of several channels, whatever their versions',
    body: z.object({
      channelIds: bulkIds,
      patch: z.object({
        stage: change.stage,
        nextStepOn: change.nextStepOn,
        price: change.price,
        ownerId: change.ownerId,
        tags: change.tags,
        addTags: change.tags,
        removeTags: change.tags,
      }),
    }),
    data: changes,
    errors: [],
  },
  'PATCH /cards': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card_bulk'],
    summary: 'Change several cards, each in its own way; with the answer to a bulk change, undoes it',
    body: z.object({
      changes: z
        .array(z.object({ channelId, version, ...change }))
        .min(1, 'required')
        .max(BULK_MAX, 'too_many'),
    }),
    data: changes,
    errors: [],
  },
  'GET /exports': {
    who: 'user',
    scope: 'purchases:read',
    limits: ['export'],
    summary: 'Cards as a file, CSV or XLSX: those of purchases, of a list, or all',
    /** All columns by default. */
    query: z.object({
      format: z.enum(EXPORT_FORMATS),
      columns: columns.optional(),
      zone: timeZone,
      /** A list's number, or `all`; by default purchases, the newest first. */
      list: z.union([z.literal('all'), pathId]).optional(),
    }),
    data: z.file(),
    bare: true,
    errors: ['not_found'],
  },
  'POST /cards/file/preview': {
    who: 'user',
    scope: 'purchases:write',
    changesNothing: true,
    limits: ['card_file'],
    bodyLimit: FILE_BYTES_MAX,
    summary: 'What reading an exported file back would change: stages, notes, tags, prices and next steps',
    /** Channels without a card that the file notes something on get one, in the list if there is one. */
    body: z.object({ table: fileRows, listId: userId.optional() }),
    data: filePreview,
    errors: ['not_found'],
  },
  'POST /cards/file': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card_file'],
    bodyLimit: FILE_BYTES_MAX,
    summary:
      'Make all changes of a preview, or none: 409 with a fresh preview if something changed meanwhile',
    body: z.object({ table: fileRows, listId: userId.optional(), token: z.string().max(100) }),
    /** As `PATCH /cards` takes them back; deleting the `created` cards undoes those. */
    data: z.object({ created: z.array(z.string()), changed: changes.shape.changed }),
    refusalExtras: z.object({ data: filePreview }),
    errors: ['changed_meanwhile', 'not_found'],
  },
  'DELETE /cards': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['card'],
    summary:
      'Delete cards with everything noted on them, for good; those of purchases stay until the purchase is removed',
    body: z.object({ channelIds: bulkIds }),
    data: z.object({ deleted: z.array(z.string()) }),
    errors: [],
  },
  'GET /cards/{channelId}/events': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary: 'What happened to a card, the newest first',
    params: z.object({ channelId }),
    query: z.object({ limit: queryLimit, cursor: cursor.optional() }),
    data: z.array(
      z.object({
        at: instant,
        by: person.nullable(),
        kind: z.enum(CARD_EVENTS),
        /** What was set: the stage, the note, tags separated by commas, the date, the price as `1500.50 EUR`, the person's name; null: nothing. */
        value: z.string().nullable(),
      }),
    ),
    extras: z.object({ meta: z.object({ nextCursor: z.string().nullable() }) }),
    errors: ['not_found'],
  },
})
