import { Link } from 'react-router'
import type { OnWire } from '#shared/api/command-endpoints.ts'
import type { CommandOutput } from '#shared/api/commands.ts'
import { PageScaffold, Section } from '#web/kit/components/layout.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { useConsoleTexts } from './console-texts.ts'
import { AuditOf, Ledger, PaymentsOf } from './HolderParts.tsx'
import { CommandGroups } from './SectionCommands.tsx'
import { type ScreenProps, sectionPath } from './sections.ts'
import { useRead } from './use-rows.ts'

/** The team that the address names. */
export function TeamScreen({ path: [id] }: ScreenProps) {
  const { people: texts } = useConsoleTexts().pages
  if (id !== undefined) return <Team id={id} />
  return (
    <PageScaffold kind="list" title={texts.teams}>
      <CommandGroups groups={['teams']} />
    </PageScaffold>
  )
}

/** One team: members, budgets, ledger. */
function Team({ id }: { readonly id: string }) {
  const { people: texts, list } = useConsoleTexts().pages
  const { data, error, retry } = useRead('teams show', { team: Number(id) })
  const columns = useColumns()
  if (error !== null) return <LoadFailure title={list.failed} onRetry={retry} />
  if (data === undefined) return null
  return (
    <PageScaffold kind="sections" title={texts.team(data.name)}>
      <Section title={texts.members}>
        <Table
          columns={columns}
          rows={data.members}
          keyOf={({ id: person }) => person}
          look="numbers"
          aria-label={texts.members}
        />
      </Section>
      <CommandGroups groups={['teams']} about={id} />
      <Ledger holderId={data.id} />
      <PaymentsOf holderId={data.id} />
      <AuditOf subject={`team:${id}`} />
    </PageScaffold>
  )
}

type Member = OnWire<CommandOutput<'teams show'>>['members'][number]

function useColumns(): Column<Member>[] {
  const { language } = useLanguage()
  const { people: texts } = useConsoleTexts().pages
  return [
    {
      id: 'member',
      title: texts.member,
      isRowHeader: true,
      cell: ({ id: person, email }) => <Link to={sectionPath('people', String(person))}>{email}</Link>,
    },
    { id: 'role', title: texts.role, cell: ({ role }) => role },
    { id: 'spent', title: texts.spent, cell: ({ spent }) => formatNumber(spent, language) },
    {
      id: 'budget',
      title: texts.budget,
      cell: ({ budget }) => (budget === null ? texts.noBudget : formatNumber(budget, language)),
    },
  ]
}
