import { expect, it } from 'vitest'
import { companyProblem, isAccountOf, isInn, isInvoiced, normalizeCompany } from './company.ts'
import { PACKAGES } from './uses.ts'

it.each(['7707083893', '500100732259', '7701234560', '0123456788', '990000000115', '012345678943'])(
  'the INN %s is one',
  (inn) => expect(isInn(inn)).toBe(true),
)

it.each([
  ['7707083894', 'a wrong last digit'],
  ['7770083893', 'two digits swapped'],
  ['500100732258', 'a wrong last digit of twelve'],
  ['500100732269', 'a wrong digit before it'],
  ['0000000000', 'no region'],
  ['000000000000', 'no region'],
  ['77070838', 'too few digits'],
  ['77070838930', 'eleven digits'],
  ['770708389a', 'a letter'],
])('%s is no INN: %s', (inn) => expect(isInn(inn)).toBe(false))

it('every other last digit of an INN is wrong', () => {
  const isRight = (stem: string) => Array.from({ length: 10 }, (_, digit) => isInn(`${stem}${digit}`))
  for (const stem of ['770708389', '50010073225']) expect(isRight(stem).filter(Boolean)).toHaveLength(1)
})

const RU = { country: 'RU', inn: '7707083893' }

it.each([
  ['kpp', '773601001', RU, null],
  ['kpp', '7736 01 001', RU, null],
  ['kpp', '7736AB001', RU, null],
  ['kpp', '', RU, null],
  ['kpp', '77360100', RU, 'kpp_invalid'],
  ['kpp', '7736ЖБ001', RU, 'kpp_invalid'],
  ['kpp', '773601001', { country: 'RU', inn: '500100732259' }, 'kpp_invalid'],
  ['inn', '77 0708 3893', RU, null],
  ['inn', '', RU, 'required'],
  ['inn', '', { country: 'DE' }, null],
  ['vatNumber', 'DE 136.695-976', { country: 'DE' }, null],
  ['vatNumber', 'CHE-123.456.788 MWST', { country: 'CH' }, null],
  ['vatNumber', 'ATU12345678', { country: 'AT' }, null],
  ['vatNumber', 'NL001234567B01', { country: 'NL' }, null],
  ['vatNumber', '12-3456789', { country: 'US' }, null],
  ['vatNumber', '', { country: 'US' }, 'required'],
  ['vatNumber', 'none', { country: 'US' }, 'vat_invalid'],
  ['vatNumber', '1'.repeat(21), { country: 'US' }, 'vat_invalid'],
  ['vatNumber', 'DE<136695976>', { country: 'DE' }, 'vat_invalid'],
  ['country', 'RU', RU, null],
  ['country', 'XQ', { country: 'XQ' }, 'invalid'],
  ['country', 'ru', { country: 'ru' }, 'invalid'],
  ['name', ' ', RU, 'required'],
  ['name', 'x'.repeat(201), RU, 'too_long'],
  ['address', 'x'.repeat(301), RU, 'too_long'],
] as const)('%s %j: %j', (field, text, where, problem) => {
  expect(companyProblem(field, text, where)).toBe(problem)
})

it('keeps the numbers of the country alone, without spaces and marks', () => {
  const given = {
    name: 'ООО «Ромашка»',
    address: 'Москва',
    inn: '77 07083893',
    kpp: '',
    vatNumber: 'de 136-695.976',
  }
  expect(normalizeCompany({ ...given, country: 'RU' })).toMatchObject({
    inn: '7707083893',
    kpp: null,
    vatNumber: null,
  })
  expect(normalizeCompany({ ...given, country: 'DE' })).toMatchObject({
    inn: null,
    kpp: null,
    vatNumber: 'DE136695976',
  })
})

it.each([
  ['044525225', '30101810400000000225', 'correspondent', true],
  ['044525225', '40702810200000000001', 'customer', true],
  ['044525225', '40702810300000000001', 'customer', false],
  ['044525974', '30101810145250000974', 'correspondent', true],
  ['044525974', '30101810400000000225', 'correspondent', false],
  ['044525225', '4070281020000000000', 'customer', false],
  ['44525225', '40702810200000000001', 'customer', false],
] as const)('bank %s, account %s, %s: %s', (bic, account, kind, isRight) => {
  expect(isAccountOf(bic, account, kind)).toBe(isRight)
})

it('packages from Medium on can be paid by invoice', () => {
  expect(PACKAGES.filter(isInvoiced).map(({ name }) => name)).toEqual(['Medium', 'Big', 'Business'])
})
