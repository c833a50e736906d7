import { useMemo } from 'react'
import { COUNTRY_ALIASES, originForm, PREPOSITIONS } from '#shared/rules/origin-names.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'

/** The first in the panel's list of countries. */
const COMMON_COUNTRIES = 'US IN BR ID MX RU JP DE GB FR ES TR KR UA KZ'.split(' ')
/** ISO 3166-1, without territories that have no people. */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** The first in the panel's list of languages. */
const COMMON_LANGUAGES = 'en es hi pt id ru ja de fr ar tr ko vi it uk'.split(' ')
/** ISO 639, those in which people make videos in numbers; Filipino once, as `tl`, like the import writes it. */
const LANGUAGES =
  'af am ar as az be bg bn bs ca ceb cs cy da de el en es et eu fa fi fr ga gl gu ha he hi hr ht hu hy id ig is it ja jv ka kk km kn ko ku ky lo lt lv mg mk ml mn mr ms my ne nl no or pa pl ps pt ro ru rw sd si sk sl so sq sr su sv sw ta te tg th tk tl tr tt ug uk ur uz vi xh yo yue zh zu'.split(
    ' ',
  )

export function isCountry(code: string): boolean {
  return COUNTRIES.includes(code)
}

export function isLanguage(code: string): boolean {
  return LANGUAGES.includes(code)
}

interface Named {
  readonly value: string
  readonly text: string
}

/** A country with the number of its channels; null while that is not known. */
export interface Counted extends Named {
  readonly count: number | null
}

/**
 * The countries that a typed beginning of a name means, in the page's language or in English, or a code: those with the most
 * channels first, those without any last.
 */
export function listCountries(
  typed: string,
  counts: ReadonlyMap<string, number> | null,
  pageLanguage: Language,
): readonly Counted[] {
  const { countries } = namesIn(pageLanguage)
  const english = namer('region', 'en')
  const wanted = fold(typed)
  return countries()
    .flat()
    .filter(({ value, text }) =>
      ` ${fold(`${text} ${english(value)} ${value} ${COUNTRY_ALIASES[value] ?? ''}`)}`.includes(` ${wanted}`),
    )
    .map((country) => ({ ...country, count: counts === null ? null : (counts.get(country.value) ?? 0) }))
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}

/** A country or a language that a text names, and the text without it. */
export interface NamedOrigin {
  readonly kind: 'countries' | 'languages'
  /** The code. */
  readonly value: string
  readonly rest: string
}

/** The most words of a name: `Bosnia and Herzegovina`. */
const NAME_WORDS_MAX = 3

/**
 * The first country or language that some words of a text name, in English or Russian and whatever their ending; null when
 * there is none, or nothing else.
 */
export function originIn(text: string): NamedOrigin | null {
  const words = text.split(/\s+/u).filter(Boolean)
  if (words.length < 2 || words.length > 8) return null
  const { languages, countries } = originForms()
  for (const from of words.keys()) {
    for (let length = Math.min(NAME_WORDS_MAX, words.length - 1); length > 0; length -= 1) {
      const form = formOf(words.slice(from, from + length).join(' '))
      const [language, country] = [languages.get(form), countries.get(form)]
      const value = language ?? country
      if (value === undefined) continue
      const before = words.slice(0, from)
      if (PREPOSITIONS.has(before.at(-1)?.toLowerCase() ?? '')) before.pop()
      const rest = [...before, ...words.slice(from + length)].join(' ')
      if (rest === '') continue
      return { kind: language === undefined ? 'countries' : 'languages', value, rest }
    }
  }
  return null
}

type OriginForms = Readonly<Record<NamedOrigin['kind'], ReadonlyMap<string, string>>>
let forms: OriginForms | undefined

function originForms(): OriginForms {
  if (forms !== undefined) return forms
  const pairs = (codes: readonly string[], namesOf: (code: string) => readonly string[]) =>
    new Map(
      codes.flatMap((code) =>
        namesOf(code)
          .map(formOf)
          .filter((form) => form.length > 1)
          .map((form) => [form, code] as const),
      ),
    )
  const namers = (type: 'region' | 'language') => [namer(type, 'en'), namer(type, 'ru')]
  const [regions, languages] = [namers('region'), namers('language')]
  forms = {
    languages: pairs(LANGUAGES, (code) => languages.map((nameOf) => nameOf(code) ?? '')),
    countries: pairs(COUNTRIES, (code) => [
      ...regions.map((nameOf) => nameOf(code) ?? ''),
      ...(COUNTRY_ALIASES[code] ?? '').split(','),
    ]),
  }
  return forms
}

const formOf = (name: string) => originForm(fold(name))

/** Names of countries and languages in the page's language. */
export interface OriginNames {
  /** Null for null; a code without a name stays a code. */
  readonly country: (code: string | null) => string | null
  readonly language: (code: string | null) => string | null
  /** All countries: the common ones, then the others, each by name. */
  readonly countries: () => readonly [readonly Named[], readonly Named[]]
  readonly languages: () => readonly [readonly Named[], readonly Named[]]
}

export function useOriginNames(): OriginNames {
  const { language } = useLanguage()
  return useMemo(() => namesIn(language), [language])
}

function namesIn(pageLanguage: Language): OriginNames {
  const country = namer('region', pageLanguage)
  const language = namer('language', pageLanguage)
  const byName = new Intl.Collator(pageLanguage)
  const list = (codes: readonly string[], common: readonly string[], nameOf: typeof country) => {
    const named = codes
      .map((value) => ({ value, text: nameOf(value) ?? value }))
      .toSorted((one, other) => byName.compare(one.text, other.text))
    return [
      named.filter(({ value }) => common.includes(value)),
      named.filter(({ value }) => !common.includes(value)),
    ] as const
  }
  return {
    country,
    language,
    countries: () => list(COUNTRIES, COMMON_COUNTRIES, country),
    languages: () => list(LANGUAGES, COMMON_LANGUAGES, language),
  }
}

function namer(type: 'region' | 'language', pageLanguage: Language): (code: string | null) => string | null {
  const names = new Intl.DisplayNames(pageLanguage, { type })
  return (code) => {
    if (code === null) return null
    try {
      const name = names.of(code) ?? code
      // Russian writes languages with a small letter, which looks unfinished on its own.
      return name.charAt(0).toLocaleUpperCase(pageLanguage) + name.slice(1)
    } catch {
      // Not even the form of a code.
      return code
    }
  }
}
