import type { FieldProblem } from '../api/errors.ts'
import { packageOf } from './uses.ts'

/** Lengths of a company's texts. */
export const COMPANY_MAX = { name: 200, address: 300 } as const

/** For how many days an invoice can be paid. */
export const INVOICE_DAYS = 14

/** The cheapest package that companies can pay for by bank transfer. */
const SMALLEST_INVOICE = packageOf(2).price

export function isInvoiced({ price }: { readonly price: number }): boolean {
  return price >= SMALLEST_INVOICE
}

export interface Company {
  readonly name: string
  /** ISO 3166-1. */
  readonly country: string
  /** In Russia: the taxpayer's number, and an organisation's reason code. */
  readonly inn: string | null
  readonly kpp: string | null
  /** Elsewhere: the number for VAT or another tax. */
  readonly vatNumber: string | null
  readonly address: string
}

/** What is wrong with a field of a company in this country; null: nothing. @param inn to compare the KPP with */
export function companyProblem(
  field: keyof Company,
  text: string,
  { country, inn }: { readonly country: string; readonly inn?: string },
): FieldProblem | null {
  const value = withoutSpaces(text)
  const isRussian = country === 'RU'
  switch (field) {
    case 'name':
    case 'address':
      if (value === '') return 'required'
      return text.trim().length > COMPANY_MAX[field] ? 'too_long' : null
    case 'country':
      return isCountryCode(value) ? null : 'invalid'
    case 'inn':
      if (!isRussian) return null
      return value === '' ? 'required' : isInn(value) ? null : 'inn_invalid'
    case 'kpp':
      // Only organisations have one, and their INN has 10 digits.
      if (!isRussian || value === '') return null
      if (inn !== undefined && withoutSpaces(inn).length !== 10) return 'kpp_invalid'
      return /^\d{4}[\dA-Z]{2}\d{3}$/.test(value) ? null : 'kpp_invalid'
    case 'vatNumber':
      if (isRussian) return null
      return value === '' ? 'required' : VAT_NUMBER.test(writtenPlain(value)) ? null : 'vat_invalid'
  }
}

/** A company as it is stored: only the numbers of its country, written without spaces and marks. */
export function normalizeCompany({ name, country, inn, kpp, vatNumber, address }: Company): Company {
  const isRussian = country === 'RU'
  const plain = (number: string | null) => (number === null || number === '' ? null : writtenPlain(number))
  return {
    name,
    country,
    inn: isRussian ? plain(inn) : null,
    kpp: isRussian ? plain(kpp) : null,
    vatNumber: isRussian ? null : plain(vatNumber),
    address,
  }
}

/** Digits with a few letters, as all countries write theirs: DE136695976, CHE123456788MWST, 12-3456789. */
const VAT_NUMBER = /^(?=(?:.*\d){4})[A-Z]{0,3}[\dA-Z+*]{4,17}$/

function writtenPlain(number: string): string {
  return withoutSpaces(number).replace(/[-./]/g, '').toUpperCase()
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/gu, '')
}

function isCountryCode(code: string): boolean {
  return (
    /^[A-Z]{2}$/.test(code) &&
    new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
  )
}

const INN_WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** Whether the last digit of an INN, for a person the last two, follow from the others. */
export function isInn(text: string): boolean {
  // The first two are the region, which is never 00.
  if (!/^(?!00)(?:\d{10}|\d{12})$/.test(text)) return false
  const digits = Array.from(text, Number)
  const isChecked = (place: number) => {
    const weights = INN_WEIGHTS.slice(-place)
    const sum = weights.reduce((total, weight, index) => total + weight * digits[index]!, 0)
    return (sum % 11) % 10 === digits[place]
  }
  return digits.length === 10 ? isChecked(9) : isChecked(10) && isChecked(11)
}

/** Whether a bank's number (BIC) and an account's number at that bank belong together, by the account's check digit. */
export function isAccountOf(bic: string, account: string, kind: 'customer' | 'correspondent'): boolean {
  if (!/^04\d{7}$/.test(bic) || !/^\d{20}$/.test(account)) return false
  if (kind === 'correspondent' && !account.endsWith(bic.slice(6))) return false
  // Accounts at the Bank of Russia itself, where all correspondent accounts are.
  const isCentral = kind === 'correspondent' || /00[012]$/.test(bic)
  const prefix = isCentral ? `0${bic.slice(4, 6)}` : bic.slice(6)
  const sum = Array.from(prefix + account, Number).reduce(
    (total, digit, place) => total + digit * [7, 1, 3][place % 3]!,
    0,
  )
  return sum % 10 === 0
}
