/** A text that is kept under a key. A browser that denies storage keeps nothing, and throws nothing. */
export interface KeptText {
  readonly read: () => string | null
  /** @param text null removes it. @returns whether it is kept now */
  readonly write: (text: string | null) => boolean
}

/** Kept by this browser, for all its tabs. */
export function keptInBrowser(key: string): KeptText {
  return keptIn(() => localStorage, key)
}

/** Kept in this tab, also through a reload. */
export function keptInTab(key: string): KeptText {
  return keptIn(() => sessionStorage, key)
}

function keptIn(storage: () => Storage, key: string): KeptText {
  return {
    read() {
      try {
        return storage().getItem(key)
      } catch {
        return null
      }
    },
    write(text) {
      try {
        if (text === null) storage().removeItem(key)
        else storage().setItem(key, text)
        return true
      } catch {
        return false
      }
    },
  }
}
