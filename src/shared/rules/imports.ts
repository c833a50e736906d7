/** What becomes of a line of an imported file. */
export const OUTCOMES = ['create', 'update', 'unchanged', 'skipped'] as const
export type LineOutcome = (typeof OUTCOMES)[number]

/** Of an import: nothing of it is imported unless it is `done`. */
export const RUN_STATES = [
  'uploading',
  'uploaded',
  'previewing',
  'previewed',
  'running',
  'done',
  'stopped',
  'failed',
  'undone',
] as const
export type RunState = (typeof RUN_STATES)[number]

/** States in which a process works on it. */
export const AT_WORK: readonly RunState[] = ['previewing', 'running']

/** Why the contacts of a row are refused, though its channel is imported. */
export const CONTACT_REASONS = [
  'contact without source',
  'contact source not understood',
  'contact without date',
  'contact date not understood',
  'contact address not understood',
  'contact address reaches nobody',
  'some contact addresses not understood',
] as const

/** Why a row is skipped. */
export const ROW_REASONS = [
  'no name',
  'name too long',
  'mangled encoding',
  'wrong number of columns',
  'text after a closing quote',
  'unclosed quote',
  'row too long',
  'not a JSON object',
  'no name, and the channel is not known',
  /** Another line of the file says more about it; facts that only this one has are used. */
  'same channel',
] as const

export type RowReason = (typeof ROW_REASONS)[number]
export type LineReason = RowReason | (typeof CONTACT_REASONS)[number]

/** Lines of a file that are no rows. */
export const NOT_ROWS = ['empty', 'repeated header', 'total', 'rule', 'remark'] as const
export type NotRow = (typeof NOT_ROWS)[number]

/** Why a file is refused as a whole, or an import of it failed. */
export const FILE_PROBLEMS = [
  'no_file',
  'not_a_file',
  'not_readable',
  'not_opened',
  'archive',
  'damaged',
  'empty',
  'no_objects',
  'markup',
  'no_header',
  'not_text',
  'no_column',
  'videos',
  'no_names',
  'only_ids',
  /** The process died. */
  'interrupted',
  /** A bug, which the log describes. */
  'fault',
] as const
export type FileProblem = (typeof FILE_PROBLEMS)[number]

/** What the texts of some problems name. */
export interface FileFacts {
  readonly column: string
  /** All columns, with commas. */
  readonly columns: string
}

/** How many bytes of a file one call uploads, and how many a file may have. */
export const PIECE_BYTES = 512 * 1024
export const UPLOAD_MAX = 1024 * 1024 * 1024

/** Encodings that files are read in; names as `TextDecoder` knows them. */
export const ENCODINGS = [
  'utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'koi8-u', 'ibm866', 'x-mac-cyrillic', 'windows-1252', 'windows-1250',
  'windows-1254', 'macintosh', 'shift_jis', 'gb18030', 'big5', 'euc-kr',
] as const // biome-ignore format: a list

export type Encoding = (typeof ENCODINGS)[number]

/** What a column may hold; `--map` takes these names. */
export const FIELDS = [
  'name',
  'platform',
  'platform_id',
  'handle',
  'custom_url',
  'url',
  'thumbnail',
  'content_type',
  'audience',
  'subscribers',
  'subscriber_status',
  'views',
  'uploads',
  'country',
  'language',
  'last_upload_at',
  'status',
  'fetched_at',
  'source',
  'email',
  'contact_source',
  'contact_source_url',
  'contact_seen_at',
  'contact_first_seen_at',
] as const
export type ImportField = (typeof FIELDS)[number]
