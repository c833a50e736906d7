import { readFileSync } from 'node:fs'

const FIXTURES = new URL('../fixtures/bounces/', import.meta.url)
/** Whom the fixtures are about. */
const ADDRESS = 'hello@north-workshop.example'

/** What differs between two answers of one server: names of queues, addresses of hosts. */
const OWN_NAME = /4fQ7hT0b1Zz2\b|192\.0\.2\.\d|1764141243/g

let made = 0

/** What a mail server answers about an address; by default that there is no such mailbox. Each answer differs from others. */
export function bounceOf(address: string, fixture = 'postfix-source'): string {
  made += 1
  const text = readFileSync(new URL(`${fixture}.txt`, FIXTURES), 'utf8')
  return text.replaceAll(ADDRESS, address).replaceAll(OWN_NAME, (name) => `${name}${made}`)
}
