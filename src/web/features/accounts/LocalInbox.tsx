import { Note } from '#web/kit/components/layout.tsx'
import { useConfig } from '#web/kit/api/config.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** In a local trial, links to where emails go instead of being sent; empty otherwise. @param to address of the emails */
export function LocalInbox({ to }: { readonly to: string }) {
  const { localInbox: texts } = useTexts().accounts
  const inbox = useConfig()?.localInbox ?? null
  if (inbox === null) return null
  return (
    <Note>
      <span>{texts.before}</span>
      <a
        href={`${inbox}?${new URLSearchParams({ to }).toString()}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {texts.link}
      </a>
      <span>{texts.after}</span>
    </Note>
  )
}
