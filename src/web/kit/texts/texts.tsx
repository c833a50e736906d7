import { createContext, startTransition, use, useState } from 'react'
import type { Messages, StartTexts } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { LANGUAGE_COOKIE } from '#shared/i18n/negotiate.ts'
import type { Elements } from '#web/kit/components/elements.ts'

/** A language and its dictionary. */
export interface Speech {
  readonly language: Language
  readonly start: StartTexts
  /** Null on a start page until another page needs it. */
  readonly whole: Messages | null
}

interface Spoken extends Speech {
  readonly choose: (language: Language) => Promise<void>
}

const SpeechContext = createContext<Spoken | null>(null)

const YEAR_SECONDS = 31_536_000

interface TextsProviderProps {
  readonly initial: Speech
  readonly children: Elements
}

/** Gives the page its language, and switches it without a reload. */
export function TextsProvider({ initial, children }: TextsProviderProps) {
  const [speech, setSpeech] = useState(initial)
  const choose = async (language: Language) => {
    rememberLanguage(language)
    const [start, whole] = await Promise.all([
      loadStartTexts(language),
      speech.whole === null ? null : loadTexts(language),
    ])
    startTransition(() => setSpeech({ language, start, whole }))
    document.documentElement.lang = language
  }
  return <SpeechContext value={{ ...speech, choose }}>{children}</SpeechContext>
}

/** Stores the person's choice, which the server follows from then on. */
export function rememberLanguage(language: Language): void {
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

/** The dictionary of the page's language; suspends after leaving the start page, which loads only a part of it. */
export function useTexts(): Messages {
  const { language, whole } = useSpeech()
  return whole ?? use(loadTexts(language))
}

/** The texts available from the start. The start page and the frame use these, to stay small. */
export function useStartTexts(): StartTexts {
  return useSpeech().start
}

/** The page's language and its setter. */
export function useLanguage(): Pick<Spoken, 'language' | 'choose'> {
  return useSpeech()
}

function useSpeech(): Spoken {
  const speech = use(SpeechContext)
  if (speech === null) throw new Error('TextsProvider is missing')
  return speech
}

const START: Readonly<Record<Language, () => Promise<StartTexts>>> = {
  en: () => import('#shared/i18n/en/start.ts'),
  ru: () => import('#shared/i18n/ru/start.ts'),
}

const WHOLE: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import('#shared/i18n/en.ts')).en,
  ru: async () => (await import('#shared/i18n/ru.ts')).ru,
}

const whole = new Map<Language, Promise<Messages>>()

/** The texts of the start page and of the frame in one language; the other language stays on the server. */
export function loadStartTexts(language: Language): Promise<StartTexts> {
  return START[language]()
}

/** One language's whole dictionary; the same promise each time, until it fails. */
export function loadTexts(language: Language): Promise<Messages> {
  let texts = whole.get(language)
  if (texts === undefined) {
    texts = WHOLE[language]()
    texts.catch(() => whole.delete(language))
    whole.set(language, texts)
  }
  return texts
}
