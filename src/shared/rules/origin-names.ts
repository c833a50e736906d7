/** What people write for a country beside its name and its code, with commas between. */
export const COUNTRY_ALIASES: Readonly<Record<string, string>> = {
  AE: 'UAE, Emirates, ОАЭ, Эмираты',
  AR: 'Argentinian, аргентинский',
  AT: 'Austrian, австрийский',
  AU: 'Australian, австралийский',
  BE: 'Belgian, бельгийский',
  BR: 'Brazilian, бразильский',
  BY: 'Белоруссия',
  CA: 'Canadian, канадский',
  CH: 'Swiss, швейцарский',
  CN: 'КНР',
  CO: 'Colombian, колумбийский',
  CZ: 'Czech Republic',
  EG: 'Egyptian, египетский',
  GB: 'UK, Great Britain, Britain, British, England, Англия, британский',
  IN: 'Indian, индийский',
  KG: 'Киргизия',
  KR: 'Korea, Южная Корея',
  MD: 'Молдавия',
  MX: 'Mexican, мексиканский',
  NG: 'Nigerian, нигерийский',
  NL: 'Holland, Голландия',
  PH: 'Filipino, филиппинский',
  RU: 'РФ',
  TR: 'Turkey',
  US: 'USA, America, American, США, Америка, американский',
}

/** What stands before the name of a country or language. */
export const PREPOSITIONS: ReadonlySet<string> = new Set('in from of по на в во из'.split(' '))

/**
 * A name of a country or language without the ending of a Russian adjective or noun, where enough is left to be certain.
 * @param folded in lower case, words separated by spaces
 */
export function originForm(folded: string): string {
  const name = folded.replace(/^по /u, '')
  const adjective = /^(.{3,}ск|.{4,}цк)(?:ий|ая|ое|ие|их|ого|ому|ую|им|ими|ой|ом|и)$/u.exec(name)?.[1]
  const stem = adjective ?? name.replace(/[аеиоуыэюяй]+$/u, '')
  return stem.length >= 4 ? stem : name
}
