import type { labels as en } from '../en/labels.ts'
import type { Texts } from '../messages.ts'

export const labels = {
  inputLabel: 'Название или адрес канала',
  placeholder: 'Название канала',
  contentTypes: {
    Gaming: 'Игры',
    Beauty: 'Красота',
    'Tech Reviews': 'Обзоры техники',
    Fashion: 'Мода',
    Entertainment: 'Развлечения',
    Comedy: 'Юмор',
    Education: 'Образование',
    Fitness: 'Фитнес',
    Vlogs: 'Влоги',
    Music: 'Музыка',
    Health: 'Здоровье',
    Travel: 'Путешествия',
    Animation: 'Анимация',
    News: 'Новости',
    Politics: 'Политика',
  },
  audiences: {
    Kids: 'Дети',
    Teenagers: 'Подростки',
    Youth: 'Молодёжь',
    Adults: 'Взрослые',
    OlderGen: 'Старшее поколение',
  },
  ranges: {
    '0-1K': '0–1\u00a0тыс.',
    '1-10K': '1–10\u00a0тыс.',
    '10-100K': '10–100\u00a0тыс.',
    '100-500K': '100–500\u00a0тыс.',
    '500K-1M': 'от\u00a0500\u00a0тыс. до\u00a01\u00a0млн',
    '1-5M': '1–5\u00a0млн',
    '5-10M': '5–10\u00a0млн',
    '10-20M': '10–20\u00a0млн',
    '20M+': 'от\u00a020\u00a0млн',
  },
} as const satisfies Texts<typeof en>
