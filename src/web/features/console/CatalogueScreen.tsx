import { useConsoleTexts } from './console-texts.ts'
import { Link } from 'react-router'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import type { Column } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { ChannelScreen } from './ChannelScreen.tsx'
import { formatMoment } from './format-figures.ts'
import { ListFilter, useFilter } from './ListFilter.tsx'
import { MergeScreen } from './MergeScreen.tsx'
import { RowsTable } from './RowsTable.tsx'
import { CommandGroups } from './SectionCommands.tsx'
import { type ScreenProps, sectionPath } from './sections.ts'
import { type RowOf, useRows } from './use-rows.ts'

/** All channels, the one that the address names, or its merge into another. */
export function CatalogueScreen({ path: [id, part] }: ScreenProps) {
  if (id === undefined) return <Catalogue />
  return part === 'merge' ? <MergeScreen id={id} /> : <ChannelScreen key={id} id={id} />
}

function Catalogue() {
  const { language } = useLanguage()
  const { catalogue: texts } = useConsoleTexts().pages
  const given = useFilter({ texts: ['name', 'source', 'status'], flags: ['withoutContact'] })
  const pages = useRows('channels list', given)
  const columns: Column<RowOf<'channels list'>>[] = [
    {
      id: 'channel',
      title: texts.channel,
      isRowHeader: true,
      cell: ({ id, name }) => <Link to={sectionPath('catalogue', String(id))}>{name}</Link>,
    },
    { id: 'number', title: texts.number, cell: ({ id }) => id },
    { id: 'handle', title: texts.handle, cell: ({ handle }) => handle && `@${handle}` },
    { id: 'status', title: texts.status, cell: ({ status }) => texts.statuses[status] },
    {
      id: 'subscribers',
      title: texts.subscribers,
      cell: ({ subscribers }) => (subscribers === null ? null : formatNumber(subscribers, language)),
    },
    {
      id: 'contacts',
      title: texts.contacts,
      cell: ({ contacts, sold }) =>
        texts.soldOf(formatNumber(sold, language), formatNumber(contacts, language)),
    },
    { id: 'asOf', title: texts.asOf, cell: ({ fetchedAt }) => formatMoment(fetchedAt, language) },
  ]
  return (
    <PageScaffold kind="list" title={texts.title}>
      <ListFilter
        given={given}
        texts={[
          ['name', texts.name],
          ['source', texts.source],
        ]}
        hasDates={false}
        flags={[['withoutContact', texts.withoutContact]]}
        states={{
          name: 'status',
          label: texts.status,
          options: [
            { value: '', text: texts.anyStatus },
            ...Object.entries(texts.statuses).map(([value, text]) => ({ value, text })),
          ],
        }}
      />
      <RowsTable pages={pages} columns={columns} keyOf={({ id }) => id} label={texts.title} />
      <CommandGroups groups={['contacts']} />
    </PageScaffold>
  )
}
