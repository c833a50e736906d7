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
} as const satisfies Texts<typeof en>
