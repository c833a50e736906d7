import type { seeds as en } from '../en/seeds.ts'
import type { Texts } from '../messages.ts'

export const seeds = {
  title: 'Найти список',
  description:
    'Вставьте названия, ники или адреса каналов и видео: мы покажем, какие из них есть в каталоге.',
  columns: {
    line: 'Ваша строка',
    channel_name: 'Канал',
    url: 'Ссылка',
    subsCount: 'Подписчики',
    content_type: 'Тип контента',
    targetAudience: 'Аудитория',
    country: 'Страна',
    language: 'Язык',
    lastUploadAt: 'Последнее видео',
    hasContact: 'Контакт',
    email: 'Купленный адрес',
    channelId: 'ID канала',
  },
  contacts: { yours: 'Ваш', known: 'Есть', unknown: 'Пока нет' },
} as const satisfies Texts<typeof en>
