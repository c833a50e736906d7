/** What people type for a country beside its name and its code. */
export const COUNTRY_ALIASES: Readonly<Record<string, string>> = {
  AE: 'UAE Emirates ОАЭ Эмираты',
  BY: 'Белоруссия',
  CN: 'КНР',
  CZ: 'Czech Republic',
  GB: 'UK Great Britain England Англия',
  KG: 'Киргизия',
  KR: 'Korea Южная Корея',
  MD: 'Молдавия',
  NL: 'Holland Голландия',
  RU: 'РФ',
  TR: 'Turkey',
  US: 'USA America США Америка',
}
