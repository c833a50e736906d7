import type { feedback as en } from '../en/feedback.ts'
import { plural, type Texts } from '../messages.ts'

export const feedback = {
  place: (place) => `№\u00a0${place}`,
  vote: {
    title: 'Голосование за\u00a0новые функции',
    description: 'Чему Channelbook научится дальше? Спонсоры выбирают между будущими функциями.',
    lead: 'Две функции ждут своей очереди. Какую сделать первой, решают спонсоры: у каждого один голос.',
    features: {
      'Dead channels Filtration': {
        name: 'Отсев заброшенных каналов',
        text: 'Каналы, которые давно ничего не публикуют, будут отсеиваться автоматически, и вы не потратите на них использования. Пока фильтр приходится включать в каждом поиске.',
      },
      'Recommendation System': {
        name: 'Рекомендации',
        text: 'После покупки сервис предложит каналы с похожей аудиторией и темой, в том числе те, которые вы не стали бы искать сами.',
      },
    },
    button: 'Проголосовать',
    buttonFor: (feature) => `Проголосовать: ${feature}`,
    yourVote: 'Ваш голос',
    votes: (count) => plural('ru', count, { one: 'голос', few: 'голоса', many: 'голосов' }),
    thanks: 'Спасибо за ваш голос',
    failed: 'К сожалению, мы не можем принять ваш голос',
    unknown: 'Не удалось узнать, голосовали ли вы.',
    sponsorTitle: 'Чтобы голосовать, нужно стать спонсором…',
    sponsorText: 'Спонсоры поддерживают Channelbook и решают, что делать дальше.',
    sponsorAsk: (email) => `Напишите на ${email}, и мы расскажем как.`,
    sponsorLink: 'Стать спонсором',
    sponsorLogIn: 'Войти, если вы спонсор',
    backIn: (seconds) =>
      `Вы перейдёте на главную через ${seconds}\u00a0${plural('ru', seconds, { one: 'секунду', few: 'секунды', many: 'секунд' })}.`,
  },
  sponsors: {
    title: 'Главные спонсоры',
    description: 'Люди и компании, которые поддерживают Channelbook и согласились, чтобы их назвали.',
    lead: 'Они поддерживают Channelbook и согласились, чтобы их здесь назвали.',
    emptyTitle: 'Здесь пока никого нет',
    emptyText: 'Первое место свободно.',
    errorTitle: 'Не удалось загрузить спонсоров',
    toVote: 'За что голосуют спонсоры',
  },
  review: {
    title: 'Отзыв',
    lead: 'Что в Channelbook хорошо, а что нет? Мы читаем все отзывы.',
    mark: 'Ваша оценка',
    markOf: (mark) => `${mark} из 5`,
    text: 'Текст отзыва',
    send: 'Отправить отзыв',
    markMissing: 'Выберите оценку',
    thanks: 'Спасибо. Отзыв сохранён. Если напишете новый, он заменит этот.',
    again: 'Написать другой',
  },
} as const satisfies Texts<typeof en>
