/** Letters of two alphabets that look alike, Cyrillic first: the eye takes a Latin XY for a Russian obscenity, too. */
const LOOK = new Map([...'АВЕЁКМНОРСТУХ'].map((letter, place) => [letter, 'ABEEKMHOPCTYX'.charAt(place)]))

const PAIRS = [
  // Beginnings and short forms of Russian obscenities and insults, then the same in Latin letters.
  'БЛ ГВ ЕБ ЁБ ЖО ЖП МД НХ ПД ПЗ ПИ СС СР СУ ХЕ ХЙ ХУ ЧМ',
  'BL EB HU HY PI XU XY YE',
  // English insults and obscenities.
  'AS BJ BS CU FA FK FU KK NG PU SH SL VD WH',
  // Organisations and people of hatred, and the numbers that stand for them.
  'AH HH HJ NS NZ SA SS WP 14 18 28 88',
]
const HURTFUL = new Set(PAIRS.flatMap((pairs) => pairs.split(' ').map(lookOf)))

/** The initials of a name's two words, in capitals; the first alone where both together would hurt. */
export function initialsOf(first: string, second: string): string {
  const pair = (first + second).toLocaleUpperCase()
  return HURTFUL.has(lookOf(pair)) ? first.toLocaleUpperCase() : pair
}

function lookOf(pair: string): string {
  return [...pair].map((letter) => LOOK.get(letter) ?? letter).join('')
}
