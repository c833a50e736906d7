import { keepPreviousData, useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { IconButton } from '#web/kit/components/Button.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './CardParts.module.css'

const KEY = ['first-steps']
forgetOnLogout(...KEY)

const PLACES = { list: PATHS.search, contact: PATHS.lists, next: PATHS.lists } as const

/** The steps, ticked by what the server knows; once all are done, or it is closed, it is shown nowhere again. */
export function FirstStepsGuide() {
  const { firstSteps: texts } = useTexts()
  const { language } = useLanguage()
  const uses = useSession().userData?.userInformation.uses ?? 0
  const steps = useSteps()
  const areAllDone = steps !== null && steps.every((step) => step.isDone)
  const { mutate: end } = useAction({
    mutationFn: () => call('DELETE /first-steps', { handles: 'all' }),
    meta: { subject: 'first-steps', failure: null },
  })
  useEffect(() => {
    if (areAllDone) end()
  }, [areAllDone, end])
  if (steps === null) return null
  const close = () => {
    end()
    // The pressed button disappears.
    document.getElementById('main')?.focus({ preventScroll: true })
    queryClient.setQueriesData({ queryKey: KEY }, null)
  }
  const current = steps.find((step) => !step.isDone)
  const hint = current === undefined ? texts.allDone : texts.hints[current.name]
  const welcome =
    current?.name === 'contact' && uses > 0 ? ` ${texts.welcome(uses, formatNumber(uses, language))}` : ''
  return (
    <section className={styles.guide} aria-label={texts.title}>
      <ol>
        {steps.map(({ name, isDone }) => (
          <li key={name} aria-current={name === current?.name ? 'step' : undefined}>
            {isDone && <Icon name="check" size="small" />}
            {name === current?.name ? (
              <Link to={PLACES[name]}>{texts.steps[name]}</Link>
            ) : (
              <span>{texts.steps[name]}</span>
            )}
            {isDone && <VisuallyHidden>{`, ${texts.stepDone}`}</VisuallyHidden>}
          </li>
        ))}
      </ol>
      <p role="status">{`${hint}${welcome}`}</p>
      <IconButton icon="cross" label={texts.close} onClick={close} />
    </section>
  )
}

/** Null while it is not known, and when there is nothing to show. */
function useSteps() {
  const uses = useSession().userData?.userInformation.uses
  const isChanging = useIsMutating(undefined, queryClient) > 0
  const { data } = useQuery({
    // Bulk reveals end with other uses.
    queryKey: [...KEY, uses],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data: known } = await call('GET /first-steps', { handles: 'all', signal })
      return known.isOver ? null : known
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isSettled = data == null || (data.hasList && data.hasContact && data.hasNextStep)
  // Whatever was changed on this page may have been the next step.
  useEffect(() => {
    if (!isChanging && !isSettled) void queryClient.invalidateQueries({ queryKey: KEY })
  }, [isChanging, isSettled])
  if (data == null) return null
  return [
    { name: 'list', isDone: data.hasList },
    { name: 'contact', isDone: data.hasContact },
    { name: 'next', isDone: data.hasNextStep },
  ] as const
}
