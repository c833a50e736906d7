import { dictionary } from '@zxcvbn-ts/language-common'
import type { Plugin } from 'vite'
import { COMMON_PASSWORDS } from '#shared/rules/accounts.ts'

const NAME = 'virtual:common-passwords'

/** Provides the most common passwords from a larger package, as `virtual:common-passwords`. */
export const commonPasswords: Plugin = {
  name: 'common-passwords',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined
    // One string: browsers parse it faster than an array.
    const text = dictionary['passwords-common'].slice(0, COMMON_PASSWORDS).join('\n')
    return `export const commonPasswords = ${JSON.stringify(text)}`
  },
}
