import { Link, Navigate } from 'react-router'
import { CallError } from '#web/kit/api/call.ts'
import { Columns, Note, PageScaffold, Section } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { useConsoleTexts } from './console-texts.ts'
import { formatMoment } from './format-figures.ts'
import { AuditOf, Ledger, PaymentsOf } from './HolderParts.tsx'
import { CommandGroups } from './SectionCommands.tsx'
import { sectionPath } from './sections.ts'
import { useRead } from './use-rows.ts'

/** One person: what they have, what they did, what may be done. */
export function PersonScreen({ id }: { readonly id: string }) {
  const { language } = useLanguage()
  const { people: texts, list } = useConsoleTexts().pages
  const { data, error, retry } = useRead('users find', { who: id })
  // Lists name holders, which may also be teams.
  if (error instanceof CallError && error.extras['refusal'] === 'no_such_person')
    return <Navigate to={sectionPath('teams', id)} replace />
  if (error !== null) return <LoadFailure title={list.failed} onRetry={retry} />
  if (data === undefined) return null
  const { username, email, createdAt, blockedAt, isSponsor, uses, purchases, teams } = data
  const state = [...(blockedAt === null ? [] : [texts.isBlocked]), ...(isSponsor ? [texts.isSponsor] : [])]
  return (
    <PageScaffold kind="sections" title={username}>
      <Section title={texts.person}>
        <Facts
          facts={[
            [texts.number, data.id],
            [texts.address, email],
            [texts.since, formatMoment(createdAt, language)],
            ...(state.length === 0 ? [] : [[texts.state, state.join(', ')] as const]),
            [texts.uses, formatNumber(uses, language)],
            [texts.purchases, formatNumber(purchases, language)],
            ...teams.map(
              (team) =>
                [
                  texts.teams,
                  <Link
                    key={team.id}
                    to={sectionPath('teams', String(team.id))}
                  >{`${team.name}, ${team.role}`}</Link>,
                ] as const,
            ),
          ]}
        />
      </Section>
      <CommandGroups groups={['users']} about={id} />
      <Ledger holderId={data.id} />
      <PaymentsOf holderId={data.id} />
      <Activity who={id} />
      <AuditOf subject={`person:${id}`} />
    </PageScaffold>
  )
}

/** Sessions, limits and emails of the last days. */
function Activity({ who }: { readonly who: string }) {
  const { language } = useLanguage()
  const { people: texts } = useConsoleTexts().pages
  const { data } = useRead('users activity', { who })
  if (data === undefined) return null
  const moment = (instant: string) => formatMoment(instant, language)
  const orNone = <T,>(facts: readonly T[]) => (facts.length === 0 ? [[texts.none, ''] as const] : facts)
  return (
    <Columns gap={5} min={20} isLoose>
      <Section title={texts.sessions}>
        <Facts
          look="below"
          facts={orNone(
            data.sessions.map(
              ({ device, openedAt, lastSeenAt }) =>
                [
                  device === '' ? texts.unknownDevice : device,
                  `${texts.openedAt(moment(openedAt))}, ${texts.seenAt(moment(lastSeenAt))}`,
                ] as const,
            ),
          )}
        />
      </Section>
      <Section title={texts.limits}>
        <Facts
          look="below"
          facts={orNone(
            data.limits.map(({ limit, until }) => [limit, texts.opensAt(moment(until))] as const),
          )}
        />
      </Section>
      <Section title={texts.emails}>
        <Facts
          facts={orNone(data.emails.map(({ kind, at }) => [texts.emailKinds[kind], moment(at)] as const))}
        />
        <Note>{texts.emailsNote}</Note>
      </Section>
    </Columns>
  )
}
