import type { channels as en } from '../en/channels.ts'
import type { Texts } from '../messages.ts'

export const channels = {
  title: 'Канал',
  description: 'Что известно о канале, прежде чем открыть его контакт.',
} as const satisfies Texts<typeof en>
