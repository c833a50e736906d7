/** Written by the build; see `src/web/build/common-passwords.ts`. One per line, in lower case. */
declare module 'virtual:common-passwords' {
  export const commonPasswords: string
}
