import type { Language } from '../i18n/messages.ts'

/** The seller, from the settings; null is not set. */
export interface Seller {
  readonly name: string | null
  readonly inn: string | null
  readonly ogrn: string | null
  readonly address: string | null
  readonly phone: string | null
}

const WORDS = {
  en: {
    inn: 'INN',
    ogrn: 'OGRN',
    address: 'address',
    phone: 'telephone',
    none: 'the owner of this trial installation, which sells nothing',
  },
  ru: {
    inn: 'ИНН',
    ogrn: 'ОГРН',
    address: 'адрес',
    phone: 'телефон',
    none: 'владелец этой пробной установки, которая ничего не продаёт',
  },
} as const

/** The seller's details for use in a sentence, e.g. `IP Ivanov I. I., INN 500100732259, telephone +7 495 000-00-00`. */
export function describeSeller({ name, inn, ogrn, address, phone }: Seller, language: Language): string {
  const words = WORDS[language]
  if (name === null) return words.none
  return [
    name,
    inn === null ? null : `${words.inn} ${inn}`,
    ogrn === null ? null : `${words.ogrn} ${ogrn}`,
    address === null ? null : `${words.address}: ${address}`,
    phone === null ? null : `${words.phone} ${phone}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
