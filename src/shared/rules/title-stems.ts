/** Light stemming: 'keyboards' is 'keyboard', 'клавиатуры' is 'клавиатура'. It need not be right, only the same on both sides. */
import { remembered } from './remembered.ts'

const CYRILLIC = /\p{sc=Cyrl}/u
const UNSTEMMED = /[^a-z]|^news$/
/** Folded endings of Russian and its relatives, in which й is и. */
const CYRILLIC_ENDING =
  /(?:иями|ями|ами|иях|ях|ах|иям|ого|его|ому|ему|ыми|ими|ая|яя|ое|ее|ые|ие|ои|еи|ии|ыи|ую|юю|ов|ев|ом|ем|ам|ям|ию|ия|ью|ья|ье|их|ых|им|ым|ы|и|а|я|о|е|у|ю|ь|і|ї)$/u
const MIN_STEM = 3

/** The stem of a folded word. Pure. */
export const stemOf = remembered((folded) => {
  if (CYRILLIC.test(folded)) {
    const stem = folded.replace(CYRILLIC_ENDING, '')
    return stem.length >= MIN_STEM ? stem : folded
  }
  if (folded.length <= MIN_STEM || UNSTEMMED.test(folded)) return folded
  if (folded.endsWith('ies')) return `${folded.slice(0, -3)}y`
  if (/(?:ch|sh|ss|x|z)es$/.test(folded)) return folded.slice(0, -2)
  return folded.endsWith('s') && !/[siu]s$/.test(folded) ? folded.slice(0, -1) : folded
})
