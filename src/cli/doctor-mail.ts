import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { Config } from '#server/config/config.ts'
import { checkSmtp, readDkim } from '#server/adapters/mail/smtp.ts'
import { failure, type Finding, ok, sentenceOf, warning } from './diagnosis.ts'

const ANSWER_MS = 3_000

type MailConfig = Pick<
  Config,
  'smtpUrl' | 'smtpTls' | 'mailFrom' | 'dkimSelector' | 'dkimPrivateKey' | 'dnsServers' | 'publicUrl'
>

/** Whether emails can be handed over, and whether receivers will believe that they are from MAIL_FROM. */
export async function checkMail(config: MailConfig): Promise<Finding[]> {
  const domain = /@([^\s>]+)/.exec(config.mailFrom)?.[1]?.toLowerCase() ?? ''
  const records = new Resolver({ timeout: ANSWER_MS, tries: 2 })
  if (config.dnsServers.length > 0) records.setServers([...config.dnsServers])
  return Promise.all([
    checkHandOver(config),
    checkDomain(records, domain),
    checkSpf(records, domain),
    checkSignature(records, domain, config),
    checkPolicy(records, domain),
  ])
}

async function checkHandOver({ smtpUrl, smtpTls }: MailConfig): Promise<Finding> {
  if (smtpUrl === null)
    return warning(
      'SMTP',
      'SMTP_URL is not set: emails go to a local inbox.',
      'Set it before people sign up.',
    )
  try {
    await checkSmtp({ url: smtpUrl, needsTls: smtpTls === 'required' })
    return ok('SMTP', 'The server answers, and takes the login.')
  } catch (error) {
    return failure('SMTP', `${sentenceOf(error)}.`, 'Compare SMTP_URL with what the mail provider says.')
  }
}

async function checkDomain(records: Resolver, domain: string): Promise<Finding> {
  const mx = await ask(() => records.resolveMx(domain))
  if (mx === null) return unknown('mail domain', domain)
  if (mx.some(({ exchange }) => exchange !== '' && exchange !== '.'))
    return ok('mail domain', `${domain} has an MX.`)
  return warning(
    'mail domain',
    `${domain} has no MX, so what bounces and what people answer is lost.`,
    'Add an MX record, or choose a MAIL_FROM of a domain that receives mail.',
  )
}

async function checkSpf(records: Resolver, domain: string): Promise<Finding> {
  const texts = await ask(() => records.resolveTxt(domain))
  if (texts === null) return unknown('SPF', domain)
  const policies = texts.map((parts) => parts.join('')).filter((text) => /^v=spf1( |$)/i.test(text))
  const [policy] = policies
  if (policy === undefined)
    return failure(
      'SPF',
      `${domain} does not say which servers send its mail.`,
      'Add a TXT record: v=spf1 include:... -all',
    )
  if (policies.length > 1)
    return failure(
      'SPF',
      `${domain} has ${policies.length} SPF records, which counts as none (RFC 7208, 4.5).`,
      'Leave one.',
    )
  if (/\+all|\?all/i.test(policy))
    return warning('SPF', `${domain} lets any server send its mail.`, 'End the record with -all or ~all.')
  return ok('SPF', `${domain} names its servers.`)
}

async function checkSignature(records: Resolver, domain: string, config: MailConfig): Promise<Finding> {
  const key = readDkim(config)
  if (key === null)
    return warning(
      'DKIM',
      'Emails are not signed.',
      'Set DKIM_SELECTOR and DKIM_PRIVATE_KEY, unless the mail provider signs.',
    )
  const name = `${key.selector}._domainkey.${domain}`
  const texts = await ask(() => records.resolveTxt(name))
  if (texts === null) return unknown('DKIM', name)
  const published = texts
    .map((parts) => /(?:^|;)\s*p=([^;]*)/.exec(parts.join(''))?.[1]?.replaceAll(/\s/g, ''))
    .find(Boolean)
  if (published === undefined)
    return failure(
      'DKIM',
      `${name} has no key, so every signature is false.`,
      'Publish the public key there as a TXT record.',
    )
  if (published !== publicKeyOf(key.privateKey))
    return failure(
      'DKIM',
      `${name} has the key of another private key.`,
      'Publish the public key of DKIM_PRIVATE_KEY.',
    )
  return ok('DKIM', `${name} has the key that emails are signed with.`)
}

/** As RFC 6376 wants it published: the DER of an RSA key, the bare 32 bytes of an Ed25519 key (RFC 8463), in base64. */
function publicKeyOf(privateKey: string): string {
  const key = createPublicKey(privateKey)
  const der = key.export({ type: 'spki', format: 'der' })
  return (key.asymmetricKeyType === 'ed25519' ? der.subarray(-32) : der).toString('base64')
}

async function checkPolicy(records: Resolver, domain: string): Promise<Finding> {
  const name = `_dmarc.${domain}`
  const texts = await ask(() => records.resolveTxt(name))
  if (texts === null) return unknown('DMARC', name)
  const policy = texts.map((parts) => parts.join('')).find((text) => /^v=DMARC1\s*;/i.test(text))
  if (policy === undefined)
    return warning(
      'DMARC',
      `${name} has no policy; large providers want one.`,
      'Add a TXT record: v=DMARC1; p=none; rua=mailto:...',
    )
  return ok(
    'DMARC',
    `${name} says ${/;\s*p=(\w+)/i.exec(policy)?.[1]?.toLowerCase() ?? 'nothing'} of emails that fail.`,
  )
}

function unknown(part: string, name: string): Finding {
  return warning(
    part,
    `The DNS gave no answer about ${name}.`,
    'Try again, from a machine that reaches the DNS.',
  )
}

/** Records of a type, none if there are none; null when that is unknown. */
async function ask<T>(question: () => Promise<readonly T[]>): Promise<readonly T[] | null> {
  try {
    return await question()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : null
  }
}
