import type { Scope } from '#shared/api/endpoint.ts'
import { scopesOf } from '#shared/rules/teams.ts'
import { useSession } from './session.ts'

/** Whether a call of this scope would be refused to nobody but visitors: members of a team have the rights of their role. */
export function useMay(scope: Scope): boolean {
  const { userData } = useSession()
  return userData === null || scopesOf(userData.holder.role).includes(scope)
}
