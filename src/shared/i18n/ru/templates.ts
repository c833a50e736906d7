import type { templates as en } from '../en/templates.ts'
import { plural, quoted, type Texts } from '../messages.ts'

export const templates: Texts<typeof en> = {
  write: 'Написать по\u00a0шаблону',
  writeTo: (channel) => `Письмо каналу ${quoted(channel)}`,
  writeToSeveral: (count, written) =>
    `Написать ${written}\u00a0${plural('ru', count, { one: 'каналу', few: 'каналам', many: 'каналам' })}`,
  next: (place, of) => `Дальше (${place}\u00a0из\u00a0${of})`,
  askWritten: (count, written) =>
    `Письма ${written}\u00a0${plural('ru', count, { one: 'каналу', few: 'каналам', many: 'каналам' })} готовы.`,
  lead: 'Отсюда ничего не\u00a0отправляется: текст откроется в\u00a0вашей почтовой программе.',
  template: 'Шаблон',
  none: 'Без шаблона',
  subject: 'Тема',
  body: 'Текст',
  copySubject: 'Скопировать тему',
  copied: 'Скопировано',
  copyFailed: 'Браузер не\u00a0разрешает копировать. Выделите текст и\u00a0скопируйте его вручную.',
  copyText: 'Скопировать текст',
  textCopied: 'Текст скопирован',
  openMail: 'Открыть в\u00a0почтовой программе',
  tooLong: 'Для ссылки в\u00a0почтовую программу текст слишком длинный. Скопируйте его.',
  unknown: (fields) => `Неизвестно, впишите сами: ${fields}`,
  warnings: {
    own: (date) => `Вы отметили ${date}, что написали этому автору.`,
    other: (name, date) => `${name}: отметка о\u00a0письме этому автору от ${date}.`,
    unknown: (date) => `Есть отметка о\u00a0письме этому автору от ${date}.`,
  },
  add: 'Новый шаблон',
  change: 'Изменить шаблон',
  formLead: 'В\u00a0теме и\u00a0тексте вместо этих слов в\u00a0скобках для каждого канала появится:',
  fields: {
    channel: 'название канала',
    name: 'ваше имя',
    company: 'ваша компания',
    last_video: 'название последнего видео',
  },
  name: 'Название шаблона',
  save: 'Сохранить',
  cancel: 'Отмена',
  remove: 'Удалить',
  saved: (name) => `Шаблон ${quoted(name)} сохранён`,
  removed: (name) => `Шаблон ${quoted(name)} удалён`,
  failed: 'Шаблон не\u00a0изменён',
  loadFailed: 'Не\u00a0удалось загрузить шаблоны.',
}
