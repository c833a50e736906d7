import { accounts } from './en/accounts.ts'
import { common } from './en/common.ts'
import { errors, fieldProblems } from './en/errors.ts'
import { landing } from './en/landing.ts'
import { purchases } from './en/purchases.ts'
import { reveals } from './en/reveals.ts'
import { search } from './en/search.ts'
import { shell } from './en/shell.ts'
import { status } from './en/status.ts'

/** The English dictionary of web and API, by feature. Mails and legal texts are separate (server and their pages only). */
export const en = {
  accounts,
  common,
  errors,
  fieldProblems,
  landing,
  purchases,
  reveals,
  search,
  shell,
  status,
} as const
