import { z } from 'zod'
import { passwordProblem, usernameProblem } from '../rules/accounts.ts'
import { userData } from './sessions.ts'
import { personSummary } from './accounts.ts'
import { commands, who } from './command.ts'
import { endpoints } from './endpoint.ts'
import { givenCode, instant, linkToken, pathId } from './fields.ts'

/** What a person can change in an account. A new password needs a mailed code; a new username only the session. */
const change = z
  .object({
    changeMethod: z.enum(['username', 'password']),
    newValue: z.string().trim(),
    user_id: z.number().int().positive(),
    verification_code: givenCode.nullish(),
  })
  .check(({ value, issues }) => {
    const { changeMethod, newValue, verification_code: code } = value
    const problem = changeMethod === 'username' ? usernameProblem(newValue) : passwordProblem(newValue)
    if (problem !== null) {
      issues.push({ code: 'custom', input: newValue, path: ['newValue'], message: problem })
    }
    if (changeMethod === 'password' && (code === null || code === undefined)) {
      issues.push({ code: 'custom', input: code, path: ['verification_code'], message: 'required' })
    }
  })

export const profileEndpoints = endpoints({
  'PUT /update/{user_id}': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    owner: 'user_id',
    limits: [],
    summary: 'Change the username or, with a mailed code, the password, which ends all other sessions',
    params: z.object({ user_id: pathId }),
    body: change,
    data: userData,
    errors: ['wrong_code'],
  },
  'DELETE /delete': {
    who: 'anyone',
    limits: ['mailed_link'],
    summary: 'Delete an account with a mailed link, and end all sessions',
    body: z.object({ token: linkToken }),
    data: z.object({ isAccountDeleted: z.literal(true) }),
    errors: ['wrong_token', 'owns_team'],
  },
  'GET /account/export': {
    who: 'user',
    scope: 'account',
    limits: [],
    summary: 'Everything linked to the person, as a JSON file; needs a proof within ten minutes',
    data: z.looseObject({ exportedAt: instant }),
    bare: true,
    fileName: 'channelbook-account.json',
    errors: ['password_required'],
  },
})

export const profileCommands = commands({
  'users close': {
    atLeast: 'operator',
    input: z.object({ who }),
    args: ['who'],
    reason: true,
    dryRun: true,
    confirm: 'who',
    output: z.object({
      id: z.int(),
      /** Whose account would be closed; null once it is. */
      person: personSummary.nullable(),
      isChanged: z.boolean(),
    }),
    refusals: ['no_such_person', 'owns_team'],
  },
})
