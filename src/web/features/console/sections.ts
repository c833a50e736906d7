import type { ComponentType } from 'react'
import type { ConsoleTexts } from './console-texts.ts'

/** What a screen is given. */
export interface ScreenProps {
  /** What follows the section in the address: `/operator/people/17` → `['17']`. */
  readonly path: readonly string[]
}

export interface ConsoleSection {
  readonly name: keyof ConsoleTexts['sections']
  /** The groups of commands that belong to it. */
  readonly groups: readonly string[]
  /** By default it lists the commands of its groups. */
  readonly Screen?: ComponentType<ScreenProps>
}

/** The section with which the console opens. */
export const FIRST = 'today'

/** The address of a section, or of what it shows. */
export function sectionPath(name: ConsoleSection['name'], ...path: readonly string[]): string {
  const parts = name === FIRST && path.length === 0 ? [] : [name, ...path]
  return ['/operator', ...parts.map(encodeURIComponent)].join('/')
}

/** The address of a command's form, with some of its fields filled in. */
export function commandPath(key: string, given: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(given)
  return `${sectionPath('commands', ...key.split(' '))}${query.size > 0 ? `?${query}` : ''}`
}

/** Where things are shown that the search finds. */
export function placeOf(kind: string, id: string): string {
  switch (kind) {
    case 'command':
      return commandPath(id)
    case 'person':
      return sectionPath('people', id)
    case 'team':
      return sectionPath('teams', id)
    case 'payment':
      return sectionPath('payments', id)
    case 'channel':
      return sectionPath('catalogue', id)
    default:
      return sectionPath('decisions', kind, id)
  }
}
