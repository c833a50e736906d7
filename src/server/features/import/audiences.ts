import { type Audience, audienceBits, parseAudience } from '#shared/rules/audiences.ts'
import { cellKey, isUnknown } from '#server/features/catalogue/clean-text.ts'

const WORDS: Readonly<Record<Audience, string>> = {
  Kids: 'kid|kids|child|children|toddlers|preschool|made for kids|for kids|family|дети|детям|детская|детский|для детей|ninos|criancas|enfants|kinder|cocuklar|儿童|子供|子ども|キッズ',
  Teenagers:
    'teen|teens|teenager|teenagers|13 17|подростки|подросткам|adolescentes|adolescents|jugendliche|gencler|青少年|ティーン',
  Youth:
    'youth|young|young adults|students|gen z|18 24|молодежь|молодежи|студенты|jovenes|jovens|jeunes|junge erwachsene|青年|若者',
  Adults:
    'adult|adults|grown ups|25 34|35 44|45 54|взрослые|взрослым|adultos|adultes|erwachsene|yetiskinler|成人|成年人|大人',
  OlderGen:
    'older|oldergen|older gen|older generation|seniors|elderly|55 64|65|65 plus|55|пожилые|пожилым|старшее поколение|пенсионеры|mayores|idosos|seniorer|senioren|yaslilar|老年人|シニア',
}

const BY_KEY = new Map<string, Audience>()
for (const [audience, words] of Object.entries(WORDS)) {
  for (const word of words.split('|')) BY_KEY.set(word, audience as Audience)
}

/**
 * Audiences that a cell names, as stored bits: the product's own words, their like in several languages, age groups.
 * @returns 0 when the cell says that they are unknown; undefined when nothing of it can be understood
 */
export function parseAudiences(cell: string): number | undefined {
  const text = cell.trim()
  if (isUnknown(text)) return 0
  const found = new Set<Audience>()
  for (const part of text.split(/[,;|/+&]|\s+(?:and|и|und|et|y|e)\s+/u)) {
    const audience = parseAudience(part) ?? BY_KEY.get(cellKey(part))
    if (audience !== undefined) found.add(audience)
  }
  return found.size === 0 ? undefined : audienceBits(found)
}

/** Audiences of a yes/no column that says whether a channel is made for children: Kids when yes, otherwise unknown. */
export function parseMadeForKids(cell: string): number {
  return /^(?:true|yes|y|1|да|si|sim|oui|ja|evet|是|はい)$/i.test(cell.trim()) ? audienceBits(['Kids']) : 0
}
