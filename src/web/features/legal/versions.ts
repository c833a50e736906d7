import { useEffect, useState } from 'react'
import type { LegalName, LegalVersion, Versions } from '#shared/legal/document.ts'
import { LEGAL } from '#shared/paths.ts'

/** The versions of a document, by date, the newest first; null when there is only the one that the page is built with. */
export function versionsOf(name: LegalName): Versions<{ readonly date: string }> | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name="legal-versions"]')?.content ?? ''
  // In development nothing fills the placeholder.
  if (!text.startsWith('{')) return null
  const [newest, ...older] = (JSON.parse(text) as Partial<Record<LegalName, readonly string[]>>)[name] ?? []
  return newest === undefined ? null : [{ date: newest }, ...older.map((date) => ({ date }))]
}

interface Loaded {
  readonly date: string
  /** Null when it could not be loaded. */
  readonly version: LegalVersion | null
}

interface Shown {
  /** Null until it is loaded. */
  readonly version: LegalVersion | null
  /** Null unless loading failed. */
  readonly retry: (() => void) | null
}

/** The version of a date: the built one, or another one from the server. */
export function useVersion(name: LegalName, built: LegalVersion, date: string): Shown {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const isMissing = date !== built.date && date !== loaded?.date
  useEffect(() => {
    if (!isMissing) return undefined
    const leaving = new AbortController()
    const show = async () => {
      const version = await load(name, date, leaving.signal)
      if (!leaving.signal.aborted) setLoaded({ date, version })
    }
    void show()
    return () => leaving.abort()
  }, [name, date, isMissing])
  if (date === built.date) return { version: built, retry: null }
  if (loaded === null || isMissing) return { version: null, retry: null }
  return { version: loaded.version, retry: () => setLoaded(null) }
}

async function load(name: LegalName, date: string, signal: AbortSignal): Promise<LegalVersion | null> {
  try {
    const response = await fetch(`${LEGAL}/${name}/${date}`, { signal })
    return response.ok ? ((await response.json()) as LegalVersion) : null
  } catch {
    return null
  }
}
