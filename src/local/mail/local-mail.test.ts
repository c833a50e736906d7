import { describe, expect, it } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'
import { inboxPage } from './inbox-page.ts'

const world = useTestApp()

async function send(to: string, subject: string, html = '<p>Hello</p>'): Promise<void> {
  await world.app.mail.send({ id: subject, to, subject, text: 'Hello', html })
}

const page = (path: string, language: string) =>
  fetch(world.localUrl + path, { headers: { 'accept-language': language } })

describe('the local inbox', () => {
  it('lists messages newest first, for one address or for all', async () => {
    await send('first@example.com', 'one')
    await send('second@example.com', 'two')
    await send('first@example.com', 'three')
    const read = async (query: string) => {
      const response = await fetch(`${world.localUrl}/local/mail.json${query}`)
      return (await response.json()) as { messages: { subject: string }[] }
    }
    const all = await read('')
    expect(all.messages.map(({ subject }) => subject)).toEqual(['three', 'two', 'one'])
    const one = await read('?to=FIRST@example.com')
    expect(one.messages.map(({ subject }) => subject)).toEqual(['three', 'one'])
    expect(one.messages[0]).toEqual({
      to: 'first@example.com',
      subject: 'three',
      text: expect.stringContaining('Hello'),
      html: expect.stringContaining('<p>Hello</p>'),
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  it.each([
    ['en', 'Local inbox'],
    ['ru', 'Локальный почтовый ящик'],
  ])('has a page in the language %s', async (language, title) => {
    const text = await (await page('/local/mail', language)).text()
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).toContain(`<h1>${title}</h1>`)
  })

  it('reloads while it waits for an email, but not while everybody has to type an address first', () => {
    const isReloaded = (to: string, isPublic: boolean) =>
      inboxPage({ language: 'en', messages: [], to, isPublic }).includes('http-equiv="refresh"')
    expect([isReloaded('', false), isReloaded('', true), isReloaded('a@example.com', true)]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('runs no script, and shows an email as text or in a sandboxed frame', async () => {
    await send('bad@example.com', '<script>alert(1)</script>', '<script>alert(2)</script><b>bold</b>')
    const inbox = await page('/local/mail?to=bad@example.com', 'en')
    const text = await inbox.text()
    expect(text).not.toContain('<script')
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(inbox.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const path = /src="(\/local\/mail\/\d+\?[^"]+)"/.exec(text)?.[1] ?? ''
    const message = await page(path, 'en')
    expect(message.headers.get('content-security-policy')).toContain('sandbox')
    expect(message.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(await message.text()).toContain('<b>bold</b>')
  })
})
