import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface LoadFailureProps {
  /** The reason; a lost connection replaces the title. */
  readonly code?: string | null
  readonly title: string
  readonly text?: string
  readonly onRetry: () => void
}

/** Takes the place of a list that could not be loaded. */
export function LoadFailure({ code, title, text, onRetry }: LoadFailureProps) {
  const { common } = useTexts()
  const isOffline = code === 'offline'
  return (
    <EmptyState
      icon={isOffline ? 'offline' : 'info'}
      title={isOffline ? common.offline : title}
      text={text}
      role="alert"
    >
      <Button onClick={onRetry}>{common.retry}</Button>
    </EmptyState>
  )
}
