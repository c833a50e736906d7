import { useEffect, useState } from 'react'
import type { FieldProblem } from '#shared/api/errors.ts'
import {
  PASSWORD_LENGTH,
  type PasswordOwner,
  passwordProblem,
  passwordWeakness,
} from '#shared/rules/accounts.ts'
import { useConfig } from '#web/kit/api/config.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface PasswordRules {
  /** Text under the field: what is required, or why this password is easy to guess. */
  readonly hintFor: (typed: string) => string
  /** Why this installation refuses the password. The server decides finally. */
  readonly problemOf: (typed: string) => FieldProblem | null
}

const NONE: ReadonlySet<string> = new Set()

/** The rules for a new password. The list of common passwords loads when needed; nothing typed leaves the page for it. */
export function usePasswordRules(owner: PasswordOwner, isNeeded = true): PasswordRules {
  const { accounts } = useTexts()
  const { min, weak } = useConfig()?.password ?? { min: PASSWORD_LENGTH.min, weak: 'advise' }
  const [common, setCommon] = useState(NONE)
  useEffect(() => {
    if (!isNeeded) return
    let isOver = false
    import('virtual:common-passwords').then(
      ({ commonPasswords }) => !isOver && setCommon(new Set(commonPasswords.split('\n'))),
      // Without the list there are no warnings; the server has its own.
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [isNeeded])
  const weaknessOf = (typed: string) => passwordWeakness(typed.trim(), common, owner)
  return {
    hintFor(typed) {
      const weakness = weaknessOf(typed)
      return weakness === null ? accounts.signUp.passwordHint(min) : accounts.passwordAdvice[weakness]
    },
    problemOf: (typed) =>
      passwordProblem(typed.trim(), min) ?? (weak === 'refuse' ? weaknessOf(typed) : null),
  }
}
