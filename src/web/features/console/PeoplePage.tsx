import { Link } from 'react-router'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import type { Column } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { ListFilter, useFilter } from './ListFilter.tsx'
import { formatMoment } from './format-figures.ts'
import { RowsTable } from './RowsTable.tsx'
import { useOperatorTexts } from './texts.ts'
import { type RowOf, useRows } from './use-rows.ts'

/** Who has an account. */
export function PeoplePage() {
  const { language } = useLanguage()
  const { people: texts } = useOperatorTexts()
  const given = useFilter({ texts: ['name', 'since', 'until'], flags: ['blocked', 'sponsors'] })
  const pages = useRows('users list', given)
  const columns: Column<RowOf<'users list'>>[] = [
    {
      id: 'person',
      title: texts.person,
      isRowHeader: true,
      cell: ({ id, username }) => <Link to={`/operator/people/${id}`}>{username}</Link>,
    },
    { id: 'number', title: texts.number, cell: ({ id }) => id },
    { id: 'address', title: texts.address, cell: ({ email }) => email },
    { id: 'since', title: texts.since, cell: ({ createdAt }) => formatMoment(createdAt, language) },
    { id: 'uses', title: texts.uses, cell: ({ uses }) => formatNumber(uses, language) },
    {
      id: 'state',
      title: texts.state,
      cell: ({ blockedAt, isSponsor }) =>
        [...(blockedAt === null ? [] : [texts.isBlocked]), ...(isSponsor ? [texts.isSponsor] : [])].join(
          ', ',
        ),
    },
  ]
  return (
    <PageScaffold kind="list" title={texts.title}>
      <PageHead title={texts.title} />
      <ListFilter
        given={given}
        name={texts.name}
        flags={[
          ['blocked', texts.blocked],
          ['sponsors', texts.sponsors],
        ]}
      />
      <RowsTable pages={pages} columns={columns} keyOf={({ id }) => id} label={texts.title} />
    </PageScaffold>
  )
}
