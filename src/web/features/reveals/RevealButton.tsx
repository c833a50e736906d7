import { useState } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { Icon, Spinner } from '#web/kit/components/Icon.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import styles from './RevealButton.module.css'
import type { RevealStatus } from './use-reveal.tsx'

interface RevealButtonProps {
  readonly status: RevealStatus
  /** Less prominent: there is nothing to get yet. */
  readonly isQuiet?: boolean
  readonly onPress: () => void
}

/** 'get data': a check mark or a cross shows the result, then fades back to the text. The label stays. */
export function RevealButton({ status, isQuiet = false, onPress }: RevealButtonProps) {
  const { reveals } = useTexts()
  const [hasChanged, setHasChanged] = useState(false)
  if (!hasChanged && status !== 'default') setHasChanged(true)
  const outcome = { default: null, busy: reveals.loading, success: reveals.done, fail: reveals.failed }[
    status
  ]
  return (
    <button
      type="button"
      className={classNames(styles.button, isQuiet && styles.quiet, styles[status])}
      aria-busy={status === 'busy' || undefined}
      aria-disabled={status === 'busy' || undefined}
      onClick={() => {
        if (status !== 'busy') onPress()
      }}
    >
      <span key={status} className={classNames(styles.face, hasChanged && styles.dissolving)}>
        {status === 'default' && reveals.getData}
        {status === 'busy' && <Spinner />}
        {status === 'success' && <Icon name="check" />}
        {status === 'fail' && <Icon name="cross" />}
        {status !== 'default' && <VisuallyHidden>{reveals.getData}</VisuallyHidden>}
      </span>
      <VisuallyHidden>
        <span role="status">{outcome}</span>
      </VisuallyHidden>
    </button>
  )
}
