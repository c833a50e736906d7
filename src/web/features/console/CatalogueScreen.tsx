import { useConsoleTexts } from './console-texts.ts'
import { Link } from 'react-router'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import type { Column } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import styles from './CommandOutput.module.css'
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
      // oxlint-disable-next-line react/no-unstable-nested-components -- called, not rendered
      cell: ({ id, name, handle, fetchedAt }) => (
        <>
          <Link to={sectionPath('catalogue', String(id))}>{name}</Link>
          <small>
            {[
              `${texts.number} ${id}`,
              ...(handle === null ? [] : [`@${handle}`]),
              `${texts.asOf} ${formatMoment(fetchedAt, language)}`,
            ].join(' · ')}
          </small>
        </>
      ),
    },
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
      <div className={styles.channels}>
        <RowsTable
          pages={pages}
          columns={columns}
          keyOf={({ id }) => id}
          label={texts.title}
          look="numbers"
        />
      </div>
      <CommandGroups groups={['contacts']} />
    </PageScaffold>
  )
}
