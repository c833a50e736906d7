import { Link } from 'react-router'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import type { Column } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { useConsoleTexts } from './console-texts.ts'
import { ListFilter, useFilter } from './ListFilter.tsx'
import { formatMoment } from './format-figures.ts'
import { PersonScreen } from './PersonScreen.tsx'
import { RowsTable } from './RowsTable.tsx'
import { type ScreenProps, sectionPath } from './sections.ts'
import { type RowOf, useRows } from './use-rows.ts'

/** Who has an account, or the one whom the address names. */
export function PeopleScreen({ path: [id] }: ScreenProps) {
  return id === undefined ? <People /> : <PersonScreen id={id} />
}

function People() {
  const { people: texts } = useConsoleTexts().pages
  const given = useFilter({ texts: ['name', 'since', 'until'], flags: ['blocked', 'sponsors'] })
  const pages = useRows('users list', given)
  const columns = useColumns()
  return (
    <PageScaffold kind="list" title={texts.title}>
      <ListFilter
        given={given}
        texts={[['name', texts.name]]}
        flags={[
          ['blocked', texts.blocked],
          ['sponsors', texts.sponsors],
        ]}
      />
      <RowsTable pages={pages} columns={columns} keyOf={({ id }) => id} label={texts.title} />
    </PageScaffold>
  )
}

function useColumns(): Column<RowOf<'users list'>>[] {
  const { language } = useLanguage()
  const {
    roles,
    pages: { people: texts },
  } = useConsoleTexts()
  return [
    {
      id: 'person',
      title: texts.person,
      isRowHeader: true,
      cell: ({ id, username, email }) => (
        <>
          <Link to={sectionPath('people', String(id))}>{username}</Link>
          <small>{email}</small>
        </>
      ),
    },
    { id: 'since', title: texts.since, cell: ({ createdAt }) => formatMoment(createdAt, language) },
    { id: 'uses', title: texts.uses, cell: ({ uses }) => formatNumber(uses, language) },
    {
      id: 'state',
      title: texts.state,
      cell: ({ blockedAt, isSponsor, role }) =>
        [
          ...(blockedAt === null ? [] : [texts.isBlocked]),
          ...(isSponsor ? [texts.isSponsor] : []),
          ...(role === null ? [] : [roles[role]]),
        ].join(', '),
    },
  ]
}
