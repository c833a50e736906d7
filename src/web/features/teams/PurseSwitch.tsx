import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/kit/api/call.ts'
import { queryClient } from '#web/kit/api/queries.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { hasLostTeam, useSession } from '#web/kit/api/session.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { RowMenu } from '#web/kit/components/RowMenu.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useStore } from '#web/kit/stores/store.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { showToast } from '#web/kit/toasts/toasts.tsx'
import { useSwitch } from './switch-purse.ts'

/** In the header of a person who is in teams: whose uses pay and how many there are, with the way to change it. */
export function PurseSwitch() {
  const { landing, teams } = useTexts()
  const { purse } = teams
  const { language } = useLanguage()
  const { userData } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { isPending, mutate: choose } = useSwitch()
  const mayPay = useMay('payments')
  useLoss()
  const balances = useBalances(isOpen)
  if (userData === null) return null
  const { holder, userInformation } = userData
  const current = holder.kind === 'team' ? holder.name : purse.own
  const written = (uses: number) => formatNumber(uses, language)
  const { uses } = userInformation
  const purses = [{ teamId: null, name: purse.own }, ...userData.teams]
  return (
    <RowMenu
      label={`${purse.of(current, written(uses), uses)}. ${purse.choose}`}
      onToggle={setOpen}
      face={
        <>
          <span>{current}</span>
          <span>{` · ${written(uses)}`}</span>
          <span data-unit>{` ${landing.uses(uses)}`}</span>
          <Icon name="down" size="small" />
        </>
      }
    >
      {purses.map(({ teamId, name }) => {
        const isCurrent = teamId === holder.teamId
        const left = isCurrent ? uses : balances?.get(teamId)
        return (
          <button
            key={teamId}
            type="button"
            aria-pressed={isCurrent}
            disabled={isPending}
            onClick={() => !isCurrent && choose(teamId)}
          >
            <span>{left === undefined ? name : purse.of(name, written(left), left)}</span>
            {isCurrent && <Icon name="check" size="small" />}
          </button>
        )
      })}
      {mayPay && (
        <PageLink page="purchase">
          <Icon name="plus" size="small" />
          <span>{purse.getUses}</span>
        </PageLink>
      )}
      <PageLink page="teams">
        <Icon name="person" size="small" />
        <span>{purse.manage}</span>
      </PageLink>
    </RowMenu>
  )
}

/** Says once that the person was removed from the chosen team. */
function useLoss(): void {
  const { lost } = useTexts().teams.purse
  const isLost = useStore(hasLostTeam)
  useEffect(() => {
    if (!isLost) return
    hasLostTeam.set(false)
    void showToast({ kind: 'error', id: 'purse', text: lost, isKept: true })
  }, [isLost, lost])
}

/** What each purse can spend, by its team; read whenever the choice is opened. */
function useBalances(isOpen: boolean): ReadonlyMap<number | null, number> | undefined {
  const { data } = useQuery(
    {
      queryKey: ['purses'],
      queryFn: async ({ signal }) => {
        const [teams, own] = await Promise.all([
          call('GET /teams', { handles: 'all', signal }),
          call('GET /uses/history', { query: { limit: 1 }, team: null, handles: 'all', signal }),
        ])
        const { balance, today } = own.meta
        return new Map<number | null, number>([
          [null, balance + (today?.left ?? 0)],
          ...teams.data.map(({ teamId, uses }) => [teamId, uses] as const),
        ])
      },
      enabled: isOpen,
      staleTime: 0,
      gcTime: 0,
    },
    queryClient,
  )
  return data
}
