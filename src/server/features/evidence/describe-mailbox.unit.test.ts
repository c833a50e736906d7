import { describe, expect, it } from 'vitest'
import { isRoleAddress, mailboxProvider } from './describe-mailbox.ts'

const accepting = (...hosts: readonly string[]) => ({ accepts: true, hosts })

describe('the provider of a mailbox', () => {
  it.each([
    ['gmail.com', 'gmail-smtp-in.l.google.com', 'gmail'],
    ['bk.ru', 'mxs.mail.ru', 'mail.ru'],
    ['ya.ru', 'mx.yandex.ru', 'yandex'],
    ['live.com', 'live-com.olc.protection.outlook.com', 'outlook'],
    ['hotmail.fr', 'eur.olc.protection.outlook.com', 'outlook'],
    ['yahoo.co.uk', 'mx-eu.mail.am0.yahoodns.net', 'yahoo'],
    ['ukr.net', 'mxs.ukr.net', 'ukr.net'],
    ['mailinator.com', 'mail.mailinator.com', 'disposable'],
    ['inbox.mailinator.com', 'mail.mailinator.com', 'disposable'],
  ])('of %s, with mail to %s, is %s', (domain, host, provider) => {
    expect(mailboxProvider(domain, accepting(host))).toBe(provider)
  })

  it.each([
    ['Google Workspace', 'aspmx.l.google.com'],
    ['Microsoft 365', 'channel-example.mail.protection.outlook.com'],
    ['Yandex 360', 'mx.yandex.net'],
    ['a business mailbox of Yahoo', 'mx-biz.mail.am0.yahoodns.net'],
    ['a host of its own', 'mx1.channel.example'],
  ])('of a domain whose mail goes to %s is its owner', (_, host) => {
    expect(mailboxProvider('channel.example', accepting(host))).toBe('own domain')
  })

  it('of a domain without MX is its owner, and of one that accepts no mail nobody, unless it is a known one', () => {
    expect(mailboxProvider('channel.example', accepting())).toBe('own domain')
    expect(mailboxProvider('channel.example', { accepts: false, hosts: [] })).toBeNull()
    expect(mailboxProvider('gmail.com', { accepts: false, hosts: [] })).toBe('gmail')
  })
})

describe('the address of a role', () => {
  it.each([
    'info@channel.example',
    'press@channel.example',
    'reklama@channel.example',
    'pr-team@channel.example',
    'ads2@channel.example',
    'business+youtube@channel.example',
  ])('is recognised: %s', (email) => expect(isRoleAddress(email)).toBe(true))

  it.each([
    'anna@channel.example',
    'anna.pr@channel.example',
    'information@channel.example',
    'reklama@mail.ru',
    'press@gmail.com',
    '2@channel.example',
  ])('is not: %s', (email) => expect(isRoleAddress(email)).toBe(false))
})
