import type { landing as en } from '../en/landing.ts'
import type { Texts } from '../messages.ts'

export const landing = {
  title: 'Channelbook: контакты авторов видео для рекламодателей',
  description:
    'Найдите авторов видео по названию, теме, аудитории и размеру канала и получите контакт, чтобы купить у них рекламу напрямую.',
  headline: 'Пишите автору, а\u00a0не\u00a0в\u00a0форму обратной связи',
  lead: 'Ищите видеоканалы по теме, аудитории и размеру. Откройте рабочий адрес того, кто подходит, с\u00a0источником и\u00a0датой.',
  toSearch: 'Найти канал',
  filtersTitle: 'Начните с того, что знаете',
  contentType: 'Тематика',
  targetAudience: 'Аудитория',
  games: 'Игры',
  subscribers: 'Число подписчиков',
} as const satisfies Texts<typeof en>
