import type { seeds as en } from '../en/seeds.ts'
import type { Texts } from '../messages.ts'

export const seeds = {
  title: 'Найти список',
  description:
    'Вставьте названия, ники или адреса каналов и видео: мы покажем, какие из них есть в каталоге.',
} as const satisfies Texts<typeof en>
