import { createPrivateKey } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/settings.ts'
import type { DkimKey } from './smtp.ts'

/**
 * The key that signs letters, or null when none is configured.
 * @throws ConfigError when only half of it is set, or it is not a private key
 */
export function readDkim({
  dkimSelector: selector,
  dkimPrivateKey: text,
}: Pick<Config, 'dkimSelector' | 'dkimPrivateKey'>): DkimKey | null {
  if (selector === null && text === null) return null
  if (selector === null) throw new ConfigError('DKIM_PRIVATE_KEY needs DKIM_SELECTOR')
  if (text === null) throw new ConfigError('DKIM_SELECTOR needs DKIM_PRIVATE_KEY')
  const privateKey = text.replaceAll('\\n', '\n')
  try {
    createPrivateKey(privateKey)
  } catch {
    throw new ConfigError('DKIM_PRIVATE_KEY must be a private key in PEM')
  }
  return { selector, privateKey }
}
