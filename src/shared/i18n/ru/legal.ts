import type { legal as en } from '../en/legal.ts'
import type { Texts } from '../messages.ts'

export const legal = {
  tab: (date) => `Версия от ${date}`,
  inForce: 'Эта версия действует.',
  announced: (date) => `Эта версия вступит в\u00a0силу ${date}.`,
  next: (date) => `${date} вступит в\u00a0силу новая версия.`,
  readNext: 'Прочитать новую версию',
  newTerms: 'Новые условия',
  newTermsFrom: (date) => `${date} вступят в\u00a0силу новые условия.`,
  readNew: { terms: 'Прочитать условия', and: 'и', offer: 'оферту (PDF)' },
  newOffer: (date) => `Публичная оферта с ${date} (PDF)`,
  noted: 'Понятно',
  notedFailed: 'Не удалось сохранить. Попробуйте ещё раз.',
  loadFailed: 'Не удалось загрузить эту версию.',
  replaced: 'Прежняя версия. Она больше не действует и сохранена для справки.',
  toCurrent: 'Открыть действующую версию',
  contents: 'Содержание',
  versions: 'Версии',
  versionsText: 'У\u00a0каждой версии своя ссылка.',
  coming: (date) => `Вступит в\u00a0силу ${date}`,
  current: (date) => `${date}, действует`,
} as const satisfies Texts<typeof en>
