import type { inbox as enInbox } from '../en/inbox.ts'
import type { Texts } from '../messages.ts'

export const inbox = {
  title: 'Локальный почтовый ящик',
  explanation:
    'Почтовый сервер не настроен, поэтому все письма приходят сюда и никуда больше не отправляются.',
  to: 'Кому',
  show: 'Показать',
  lookAgain: 'Проверить снова',
  received: 'Получено',
  preview: 'Как выглядит в почтовой программе',
  empty: 'Писем пока нет. Страница обновляется каждые несколько секунд.',
} as const satisfies Texts<typeof enInbox>
