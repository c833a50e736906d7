import { useConsoleTexts } from './console-texts.ts'
import { Link } from 'react-router'
import type { OnWire } from '#shared/api/command-endpoints.ts'
import type { CommandOutput } from '#shared/api/commands.ts'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import styles from './CommandOutput.module.css'
import { writeFacts } from './channel-facts.ts'
import { CommandForm } from './CommandForm.tsx'
import { useCommands } from './console-data.ts'
import { sectionPath } from './sections.ts'

/** Merges a channel into another one, of which both and the result are seen side by side before. */
export function MergeScreen({ id }: { readonly id: string }) {
  const { catalogue: texts } = useConsoleTexts().pages
  const { command: words, roles } = useConsoleTexts()
  const { data } = useCommands()
  if (data === undefined) return null
  const command = data.commands.find(({ key }) => key === 'channels merge')
  return (
    <PageScaffold kind="list" title={texts.mergeTitle} lead={texts.mergeLead}>
      {command === undefined ? (
        <p>{words.needs(roles.operator)}</p>
      ) : (
        <CommandForm
          command={command}
          given={{ from: id }}
          // oxlint-disable-next-line react/no-unstable-nested-components -- called, not rendered
          details={(output) => <Sides {...(output as OnWire<CommandOutput<'channels merge'>>)} />}
        />
      )}
    </PageScaffold>
  )
}

interface Compared {
  readonly name: string
  readonly values: readonly (string | null)[]
}

function Sides({ intoId, sides }: OnWire<CommandOutput<'channels merge'>>) {
  const { language } = useLanguage()
  const { catalogue: texts } = useConsoleTexts().pages
  const result = <Link to={sectionPath('catalogue', String(intoId))}>{texts.toMerged}</Link>
  if (sides === null) return result
  const written = [sides.from, sides.into, sides.merged].map((facts) => writeFacts(facts, texts, language))
  const rows = written[0]!.map(
    ([name], place): Compared => ({ name, values: written.map((facts) => facts[place]![1]) }),
  )
  const columns: Column<Compared>[] = [
    { id: 'fact', title: texts.fact, isRowHeader: true, cell: ({ name }) => name },
    { id: 'from', title: texts.from, cell: ({ values }) => values[0] },
    { id: 'into', title: texts.into, cell: ({ values }) => values[1] },
    {
      id: 'merged',
      title: texts.merged,
      // oxlint-disable-next-line react/no-unstable-nested-components -- called, not rendered
      cell: ({ values: [, before, after] }) => (before === after ? after : <strong>{after ?? '–'}</strong>),
    },
  ]
  return (
    <>
      <Table
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        look="bars"
        unknown="–"
        className={styles.sides}
        aria-label={texts.sides}
      />
      <p>{result}</p>
    </>
  )
}
