import { type ComponentType, lazy } from 'react'
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

/** The sections in their order. A screen of its own is one more part of its line. */
export const SECTIONS: readonly ConsoleSection[] = [
  {
    name: 'today',
    groups: ['today', 'uses', 'reveals'],
    Screen: screen(async () => (await import('./TodayScreen.tsx')).TodayScreen),
  },
  {
    name: 'people',
    groups: ['users'],
    Screen: screen(async () => (await import('./PeopleScreen.tsx')).PeopleScreen),
  },
  {
    name: 'teams',
    groups: ['teams'],
    Screen: screen(async () => (await import('./PersonScreen.tsx')).TeamScreen),
  },
  {
    name: 'payments',
    groups: ['payments', 'invoices'],
    Screen: screen(async () => (await import('./PaymentsScreen.tsx')).PaymentsScreen),
  },
  { name: 'catalogue', groups: ['channels', 'contacts'] },
  {
    name: 'import',
    groups: ['imports'],
    Screen: screen(async () => (await import('./ImportScreen.tsx')).ImportScreen),
  },
  { name: 'decisions', groups: ['reports', 'requests', 'reviews'] },
  { name: 'offers', groups: ['promocodes', 'sponsors'] },
  {
    name: 'commands',
    groups: [],
    Screen: screen(async () => (await import('./CommandsScreen.tsx')).CommandsScreen),
  },
  {
    name: 'audit',
    groups: ['audit'],
    Screen: screen(async () => (await import('./AuditScreen.tsx')).AuditScreen),
  },
  { name: 'settings', groups: ['operators'] },
]

function screen(load: () => Promise<ComponentType<ScreenProps>>): ComponentType<ScreenProps> {
  return lazy(async () => ({ default: await load() }))
}

/** The section with which the console opens. */
const FIRST = SECTIONS[0]!

/** The address of a section, or of what it shows. */
export function sectionPath(name: ConsoleSection['name'], ...path: readonly string[]): string {
  const parts = name === FIRST.name && path.length === 0 ? [] : [name, ...path]
  return ['/operator', ...parts.map(encodeURIComponent)].join('/')
}

/** The address of a command's form, with some of its fields filled in. */
export function commandPath(key: string, given: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(given)
  return `${sectionPath('commands', ...key.split(' '))}${query.size > 0 ? `?${query}` : ''}`
}

export function sectionNamed(name: string | undefined): ConsoleSection | undefined {
  return name === undefined ? FIRST : SECTIONS.find((section) => section.name === name)
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
