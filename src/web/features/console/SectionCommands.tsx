import { Link } from 'react-router'
import { PageScaffold, Part } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { type CommandDescriptor, useCommands } from './console-data.ts'
import { useConsoleTexts } from './console-texts.ts'
import { commandPath, type ConsoleSection, type ScreenProps } from './sections.ts'

interface SectionCommandsProps extends ScreenProps {
  readonly section: ConsoleSection
}

/** A section without a screen of its own: the commands of its groups, about what the address names. */
export function SectionCommands({ section: { name, groups }, path }: SectionCommandsProps) {
  const texts = useConsoleTexts()
  const id = path.at(-1)
  return (
    <PageScaffold
      kind="list"
      title={texts.sections[name]}
      {...(id !== undefined && { lead: texts.command.about(id) })}
    >
      <CommandGroups groups={groups} about={id} />
    </PageScaffold>
  )
}

interface CommandGroupsProps {
  /** All by default. */
  readonly groups?: readonly string[]
  /** Fills in the first argument of each command; those without one are left out. */
  readonly about?: string | undefined
}

/** Links to the forms of commands, by group. */
export function CommandGroups({ groups: wanted, about }: CommandGroupsProps) {
  const texts = useConsoleTexts()
  const { data, error, refetch } = useCommands()
  if (error !== null)
    return <LoadFailure code={error.code} title={texts.loadFailed} onRetry={() => void refetch()} />
  if (data === undefined) return null
  const groups = data.groups.filter(({ name }) => wanted === undefined || wanted.includes(name))
  return (
    <>
      {groups.map((group) => {
        const own = data.commands.filter(({ key }) => key.startsWith(`${group.name} `))
        const shown = own.filter((command) => about === undefined || firstArgument(command) !== undefined)
        if (shown.length === 0) return null
        return (
          <Part key={group.name} title={group.about}>
            <Facts
              look="normal"
              facts={shown.map((command) => [
                <Link key={command.key} to={commandPath(command.key, filled(command, about))}>
                  {command.key}
                </Link>,
                command.about,
              ])}
            />
          </Part>
        )
      })}
    </>
  )
}

function firstArgument({ fields }: CommandDescriptor) {
  return fields.find(({ isArgument }) => isArgument)
}

function filled(command: CommandDescriptor, about: string | undefined): Readonly<Record<string, string>> {
  const field = firstArgument(command)
  return about === undefined || field === undefined ? {} : { [field.name]: about }
}
