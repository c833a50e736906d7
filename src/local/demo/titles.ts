import type { Dice } from '#server/features/catalogue/dice.ts'

const ENGLISH = {
  topics: ['A day', 'One week', 'The honest review', 'What I learned', 'Behind the scenes', 'Ten mistakes', 'The first try', 'Questions and answers', 'The long way', 'A small experiment'],
  themes: ['in the workshop', 'on the road', 'with a tiny budget', 'before sunrise', 'with my family', 'in the kitchen', 'with an old camera', 'without a plan', 'in the mountains', 'with beginners'],
} as const // biome-ignore format: a table
const RUSSIAN = {
  topics: ['Один день', 'Целая неделя', 'Честный обзор', 'Чему я научился', 'Как это снимали', 'Десять ошибок', 'Первая попытка', 'Ответы на вопросы', 'Долгий путь', 'Маленький опыт'],
  themes: ['в мастерской', 'в дороге', 'почти без денег', 'до рассвета', 'всей семьёй', 'на кухне', 'на старую камеру', 'без плана', 'в горах', 'с новичками'],
} as const // biome-ignore format: a table

/** The title of a video that does not exist: Russian for channels that speak it, else English. @param number of the upload, from 1 */
export function demoTitle(dice: Dice, language: string | null, number: number): string {
  const isRussian = language === 'ru'
  const { topics, themes } = isRussian ? RUSSIAN : ENGLISH
  return `${dice.pick(topics)} ${dice.pick(themes)}, ${isRussian ? '№ ' : '#'}${number}`
}
