import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { BANK } from '#test/support/bank.ts'
import { reachableUrl, readBank, readShop } from './shop.ts'

const SELLER = { SELLER_NAME: 'ООО «Пример»', SELLER_INN: '7700000000' }
const SHOP = { YOOKASSA_SHOP_ID: '123456', YOOKASSA_SECRET_KEY: 'a key', ...SELLER }

describe('the shop', () => {
  it('is the local one unless a real one is set', () => {
    const local = readShop(readConfig({ PORT: '4001' }))
    expect(local).toMatchObject({ isLocal: true, shopId: 'local' })
    expect(local.url()).toBe('http://127.0.0.1:5001/local/yookassa/v3')
    const real = readShop(readConfig(SHOP))
    expect(real).toMatchObject({ isLocal: false, shopId: '123456', secretKey: 'a key' })
    expect(real.url()).toBe('https://api.yookassa.ru/v3')
  })

  it.each([
    [{ YOOKASSA_SHOP_ID: '123456' }, 'YOOKASSA_SECRET_KEY is not set'],
    [{ YOOKASSA_SECRET_KEY: 'a key' }, 'YOOKASSA_SHOP_ID is not set'],
    [{ ...SHOP, SELLER_NAME: '' }, 'SELLER_NAME is not set'],
    [{ ...SHOP, SELLER_INN: '' }, 'SELLER_INN is not set'],
    [{ ...SHOP, YOOKASSA_NETWORKS: 'yookassa.ru' }, 'YOOKASSA_NETWORKS has "yookassa.ru"'],
    [{ ...SHOP, YOOKASSA_NETWORKS: '185.71.76.0/33' }, 'YOOKASSA_NETWORKS has "185.71.76.0/33"'],
  ])('%o is refused in one sentence', (env, sentence) => {
    expect(() => readShop(readConfig(env))).toThrow(sentence)
  })

  it('needs no seller with a provider on this machine', () => {
    const env = { ...SHOP, SELLER_NAME: '', SELLER_INN: '', YOOKASSA_URL: 'http://127.0.0.1:9/v3' }
    expect(readShop(readConfig(env)).isLocal).toBe(false)
  })

  it('sends receipts only as configured', () => {
    const settings = { ...SHOP, RECEIPT_VAT_CODE: '4', RECEIPT_MODE: 'advance' }
    expect(readShop(readConfig(settings)).receipts).toEqual({
      vatCode: 4,
      subject: 'service',
      mode: 'advance',
    })
    expect(readShop(readConfig({ ...SHOP, RECEIPTS: 'off' })).receipts).toBeNull()
  })

  it('uses loopback when the server listens on all addresses', () => {
    expect(reachableUrl('0.0.0.0', 80)).toBe('http://127.0.0.1:80')
    expect(reachableUrl('::1', 80)).toBe('http://[::1]:80')
  })
})

it('invoices name a bank only where all of it is set, right, and a seller is named', () => {
  expect(readBank(readConfig(SELLER))).toBeNull()
  expect(readBank(readConfig(BANK))).toEqual({
    name: BANK.BANK_NAME,
    bic: BANK.BANK_BIC,
    account: BANK.BANK_ACCOUNT,
    correspondentAccount: BANK.BANK_CORRESPONDENT_ACCOUNT,
  })
  for (const missing of Object.keys(BANK).filter((name) => name.startsWith('BANK')))
    expect(() => readBank(readConfig({ ...BANK, [missing]: '' }))).toThrow(`${missing} is not set`)
  for (const [mistyped, value] of [
    ['BANK_ACCOUNT', '40702810200000000010'],
    ['BANK_CORRESPONDENT_ACCOUNT', '30101810400000000226'],
  ] as const)
    expect(() => readBank(readConfig({ ...BANK, [mistyped]: value }))).toThrow(`${mistyped} is not`)
  expect(() => readBank(readConfig({ ...BANK, SELLER_NAME: '' }))).toThrow('SELLER_NAME is not set')
})
