import { type ComponentType, lazy } from 'react'
import { type ConsoleSection, FIRST, type ScreenProps } from './sections.ts'

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
    Screen: screen(async () => (await import('./TeamScreen.tsx')).TeamScreen),
  },
  {
    name: 'payments',
    groups: ['payments', 'invoices'],
    Screen: screen(async () => (await import('./PaymentsScreen.tsx')).PaymentsScreen),
  },
  {
    name: 'catalogue',
    groups: ['channels', 'contacts'],
    Screen: screen(async () => (await import('./CatalogueScreen.tsx')).CatalogueScreen),
  },
  {
    name: 'import',
    groups: ['imports'],
    Screen: screen(async () => (await import('./ImportScreen.tsx')).ImportScreen),
  },
  {
    name: 'decisions',
    groups: ['reports', 'requests'],
    Screen: screen(async () => (await import('./DecisionsScreen.tsx')).DecisionsScreen),
  },
  { name: 'offers', groups: ['promocodes', 'sponsors', 'reviews', 'votes'] },
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
  { name: 'settings', groups: ['announcement', 'maintenance', 'settings', 'legal', 'operators'] },
]

function screen(load: () => Promise<ComponentType<ScreenProps>>): ComponentType<ScreenProps> {
  return lazy(async () => ({ default: await load() }))
}

export function sectionNamed(name: string = FIRST): ConsoleSection | undefined {
  return SECTIONS.find((section) => section.name === name)
}
