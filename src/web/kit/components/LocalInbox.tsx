import { useConfig } from '#web/kit/api/config.ts'
import styles from './LocalInbox.module.css'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** In a trial on this machine, where letters go to instead of being sent; elsewhere nothing. @param to whose letters */
export function LocalInbox({ to }: { readonly to: string }) {
  const { localInbox: texts } = useTexts().accounts
  const inbox = useConfig()?.localInbox ?? null
  if (inbox === null) return null
  return (
    <p className={styles.inbox}>
      {texts.before}
      <a
        href={`${inbox}?${new URLSearchParams({ to }).toString()}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {texts.link}
      </a>
      {texts.after}
    </p>
  )
}
