import { useSearchParams } from 'react-router'
import { PageScaffold } from '#web/kit/components/layout.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { CommandForm } from './CommandForm.tsx'
import { useCommands } from './console-data.ts'
import { useConsoleTexts } from './console-texts.ts'
import { CommandGroups } from './SectionCommands.tsx'
import type { ScreenProps } from './sections.ts'

/** All commands, or the form of the one that the address names. */
export function CommandsScreen({ path }: ScreenProps) {
  const texts = useConsoleTexts()
  const { data, error, refetch } = useCommands()
  const [given] = useSearchParams()
  if (path.length < 2) {
    return (
      <PageScaffold kind="list" title={texts.sections.commands}>
        <CommandGroups {...(path[0] !== undefined && { groups: [path[0]] })} />
      </PageScaffold>
    )
  }
  if (error !== null)
    return <LoadFailure code={error.code} title={texts.loadFailed} onRetry={() => void refetch()} />
  if (data === undefined) return null
  const command = data.commands.find(({ key }) => key === path.join(' '))
  if (command === undefined) return <LoadFailure title={texts.foundNothing} onRetry={() => void refetch()} />
  const { key, about, more, atLeast } = command
  return (
    <PageScaffold
      kind="list"
      gap={5}
      title={key}
      lead={
        <>
          <p>{about}</p>
          {more !== null && <p>{more}</p>}
          <p>{texts.command.needs(texts.roles[atLeast])}</p>
        </>
      }
    >
      <CommandForm key={`${key}?${given}`} command={command} given={Object.fromEntries(given)} />
    </PageScaffold>
  )
}
