import type { recommendations as en } from '../en/recommendations.ts'
import type { Texts } from '../messages.ts'

export const recommendations = {
  title: 'Для вас',
  description: 'Каналы, похожие на те, чьи контакты вы купили.',
} as const satisfies Texts<typeof en>
