import { describe, expect, it } from 'vitest'
import { parseContacts } from './contacts.ts'

const read = (given: Partial<Parameters<typeof parseContacts>[0]>) =>
  parseContacts({
    addresses: 'a@shop.example',
    source: 'website',
    sourceUrl: 'https://shop.example/about',
    firstSeenAt: null,
    lastSeenAt: 5,
    ...given,
  })

describe('contacts', () => {
  it('have addresses, source and dates', () => {
    expect(read({ addresses: 'Anna <A@Shop.example>; mailto:b@shop.example?subject=x, junk@' })).toEqual({
      contacts: {
        addresses: ['a@shop.example', 'b@shop.example'],
        sourceKind: 'website',
        sourceUrl: 'https://shop.example/about',
        firstSeenAt: 5,
        lastSeenAt: 5,
      },
      problem: null,
    })
    expect(read({ sourceUrl: '', source: 'https://shop.example/' }).contacts).toMatchObject({
      sourceKind: 'import',
      sourceUrl: 'https://shop.example/',
    })
    expect(read({ firstSeenAt: 9 }).contacts).toMatchObject({ firstSeenAt: 5, lastSeenAt: 5 })
  })

  it('never have an address inside the URL of their source', () => {
    const sourceOf = (sourceUrl: string) => read({ sourceUrl }).contacts?.sourceUrl
    expect(sourceOf('https://shop.example/?mail=other@shop.example')).toBe('')
    expect(sourceOf('https://www.youtube.com/@one/about')).toBe('https://www.youtube.com/@one/about')
  })

  it.each([
    [{ addresses: 'NULL' }, null],
    [{ addresses: 'name at shop.example' }, 'contact address not understood'],
    [{ source: '', sourceUrl: '' }, 'contact without source'],
    [{ source: '', sourceUrl: 'javascript:alert(1)' }, 'contact source not understood'],
    [{ lastSeenAt: null }, 'contact without date'],
    [{ lastSeenAt: undefined }, 'contact date not understood'],
  ])('%j are refused with what is missing', (given, problem) => {
    expect(read(given)).toEqual({ contacts: null, problem })
  })
})

describe('addresses in a cell', () => {
  const ANNA = 'anna@studio.example'
  const BORIS = 'boris@studio.example'

  it.each([
    '%20anna@studio.example', '%2520anna@studio.example', 'anna%40studio.example', 'u003eanna@studio.exampleu003c', '\\u003canna@studio.example\\u003e',
    '//anna@studio.example', 'https://anna@studio.example/', 'mailto:%20anna@studio.example?subject=x', '&lt;anna&#64;studio.example&gt;', 'anna@studio.example\\n',
    '<a href="mailto:anna@studio.example">anna@studio.example</a>', '{"email":"anna@studio.example"}', "b'anna@studio.example'", "'anna@studio.example",
    '=anna@studio.example', '-anna@studio.example', '.anna@studio.example.', 'anna@studio.example,', 'anna@studio.example/contact', '+79991234567/anna@studio.example',
    '«anna@studio.example»', '„anna@studio.example“', '“anna@studio.example”', '‘anna@studio.example’', '‹anna@studio.example›', '「anna@studio.example」', '《anna@studio.example》',
    'E-mail:anna@studio.example', 'Почта: anna@studio.example', '电子邮件：anna@studio.example', 'email=anna@studio.example', 'по рекламе — anna@studio.example',
    '1. anna@studio.example', '• anna@studio.example', '**anna@studio.example**', '`anna@studio.example`', '"Anna B" <ANNA@Studio.Example>', '@anna_insta, anna@studio.example',
    '\u200banna@stu\u00addio.example\ufeff', 'anna＠studio.example', 'anna﹫studio.example', '✉️anna@studio.example', '📧anna@studio.example', 'почта—anna@studio.example',
    '%E2%80%8Banna@studio.example', 'mailto:anna@studio.example%3Fsubject=Hi', '\\x3eanna@studio.example', 'x3canna@studio.examplex3e', '%A0anna@studio.example', 'u200banna@studio.example', 'u0026quot;anna@studio.example',
    'anna@studio.example&body=', '&#97;nna&#64;studio&#46;example', '邮箱anna@studio.example', 'お仕事はanna@studio.exampleまで', 'anna [at] studio [dot] example', 'anna(собака)studio.example',
    'anna[@]studio[.]example', 'anna at studio dot example',
  ])('%j is found', (addresses) => {
    expect(read({ addresses })).toMatchObject({ contacts: { addresses: [ANNA] }, problem: null })
  }) // biome-ignore format: many

  it.each([
    "['anna@studio.example', 'boris@studio.example']", '["anna@studio.example","boris@studio.example"]', 'anna@studio.example/boris@studio.example',
    'anna@studio.example|boris@studio.example', 'anna@studio.example · boris@studio.example', 'anna@studio.example\nboris@studio.example', 'anna@studio.example%0Aboris@studio.example',
    'anna@studio.example или boris@studio.example', 'anna@studio.example，boris@studio.example', 'anna@studio.example、boris@studio.example',
    'anna@studio.example\\boris@studio.example', 'anna@studio.example+boris@studio.example', 'anna@studio.example::boris@studio.example', 'mailto:anna@studio.example?cc=boris@studio.example',
    'anna@studio.example (реклама); boris@studio.example (личная)', 'Анна:anna@studio.example;Борис:boris@studio.example',
  ])('%j has two', (addresses) => {
    expect(read({ addresses })).toMatchObject({ contacts: { addresses: [ANNA, BORIS] }, problem: null })
  }) // biome-ignore format: many

  it.each([
    ['info@почта.рф', 'info@xn--80a1acny.xn--p1ai'],
    ['INFO@Bücher.Example', 'info@xn--bcher-kva.example'],
    ["o'brien+ads@studio.example", "o'brien+ads@studio.example"],
    ['o’brien@studio.example', "o'brien@studio.example"],
    ['max3com@studio.example', 'max3com@studio.example'],
    ['lou2005@studio.example', 'lou2005@studio.example'],
    ['anna_b@studio.com.ua', 'anna_b@studio.com.ua'],
    ['lou0020@studio.example', 'lou0020@studio.example'],
    ['u0022anna@studio.exampleu0022', 'anna@studio.example'],
  ])('%j is %s', (addresses, address) => expect(read({ addresses }).contacts?.addresses).toEqual([address]))

  it.each([
    '"anna b"15@studio.example', '“anna b”15@studio.example', 'logo@2x.png', 'icon@3x.webp', 'anna@gmail.comPhone', 'jquery@3.6.0', 'anna@studio', 'ads/anna@studio.example',
    'x3energy@studio.example', 'a@b@studio.example', 'anna..b@studio.example', 'x!anna@studio.example', '50%anna@studio.example', 'skype:anna@studio.example', 'anna @ studio.example', 'анна@почта.рф',
    'an…a@studio.example', 'an••a@studio.example', 'a***@studio.example', 'anna@gm\u0430il.com', '\u0430nna@gmail.com', 'https://anna:secret@studio.example/', 'https://medium.com/@anna.studio',
  ])('%j is refused, because it is not certain what is meant', (addresses) => {
    expect(read({ addresses })).toEqual({ contacts: null, problem: 'contact address not understood' })
  }) // biome-ignore format: many

  it.each([
    'no-reply@studio.example', 'your@email.com', 'name@domain.com', 'you@example.com', 'user@mail.ru', 'name@gmail.com', 'firstname.lastname@company.com', 'your.name@studio.example',
    '605a7baede844d278b89dc95ae0a9123@sentry-next.wixpress.com', 'Email: anna@example.org', 'git@github.com:anna/site.git',
  ])('%j is refused, because nobody reads it', (addresses) => {
    expect(read({ addresses })).toEqual({ contacts: null, problem: 'contact address reaches nobody' })
  }) // biome-ignore format: many

  it('in a list with bullets are all found', () => {
    const { contacts } = read({ addresses: 'anna@studio.example•boris@studio.example·eva@studio.example' })
    expect(contacts?.addresses).toEqual([ANNA, 'boris@studio.example', 'eva@studio.example'])
  })

  it('of which some are not certain are reported, and the others kept', () => {
    expect(read({ addresses: 'anna@studio.example; logo@2x.png' })).toMatchObject({
      contacts: { addresses: [ANNA] },
      problem: 'some contact addresses not understood',
    })
  })
})
