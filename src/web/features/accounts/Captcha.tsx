import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useConfig } from '#web/kit/api/config.ts'
import { CheckBox } from '#web/kit/components/forms.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './Captcha.module.css'
import { CaptchaWidget, type RemoteCaptcha } from './CaptchaWidget.tsx'

interface CaptchaProps {
  readonly isSolved: boolean
  readonly onSolved: (payload: string) => void
  /** Called when the solution has expired. */
  readonly onExpired: () => void
  /** Marks the captcha as still missing. */
  readonly isMissed: boolean
  readonly isDisabled: boolean
}

/** This installation's captcha: a provider's widget, or our own proof of work. */
export function Captcha(props: CaptchaProps) {
  const captcha = useRemoteCaptcha()
  const { isSolved, onSolved, onExpired } = props
  const { round, isRetry, retry } = useRounds(isSolved)
  if (captcha === null) return <ProofOfWork {...props} />
  return (
    <CaptchaWidget
      key={round}
      captcha={captcha}
      isSolved={isSolved}
      isRetry={isRetry}
      onSolved={onSolved}
      onExpired={onExpired}
      onRetry={retry}
    />
  )
}

/** Counts the widgets: a new one follows when a solution is lost, and when the person requests it. */
function useRounds(isSolved: boolean) {
  const [state, setState] = useState({ isSolved, round: 0, isRetry: false })
  const { round, isRetry } = state
  if (state.isSolved !== isSolved) {
    setState(isSolved ? { ...state, isSolved } : { isSolved, round: round + 1, isRetry: false })
  }
  return { round, isRetry, retry: () => setState({ isSolved, round: round + 1, isRetry: true }) }
}

/** Proof of work behind a checkbox. Its code and its workers load with the first tick. */
function ProofOfWork({ isSolved, onSolved, isMissed, isDisabled }: CaptchaProps) {
  const { captcha } = useTexts().accounts
  const [state, setState] = useState<'idle' | 'checking' | 'failed'>('idle')
  const running = useRef<AbortController | null>(null)
  const hintId = useId()
  useEffect(() => () => running.current?.abort(), [])

  const solve = async () => {
    const abort = new AbortController()
    running.current = abort
    setState('checking')
    try {
      const { solveCaptcha } = await import('./solve-captcha.ts')
      const payload = await solveCaptcha(abort.signal)
      setState('idle')
      onSolved(payload)
    } catch {
      if (!abort.signal.aborted) setState('failed')
    }
  }
  const isChecking = state === 'checking'
  return (
    <div className={styles.captcha}>
      <CheckBox
        checked={isSolved || isChecking}
        isBusy={isChecking}
        disabled={isDisabled}
        aria-describedby={hintId}
        aria-invalid={(isMissed && !isSolved && !isChecking) || undefined}
        onChange={() => {
          if (!isSolved && !isChecking) void solve()
        }}
      >
        {captcha.label}
      </CheckBox>
      <p id={hintId} className={styles.hint} role="status">
        {isChecking
          ? captcha.checking
          : isSolved
            ? captcha.solved
            : state === 'failed'
              ? captcha.failed
              : captcha.hint}
      </p>
    </div>
  )
}

/** The provider whose widget this installation shows; null when the captcha is our own, and until it is known. */
export function useRemoteCaptcha(): RemoteCaptcha | null {
  const { provider, siteKey, script } = useConfig()?.captcha ?? {}
  return useMemo(
    () => (provider != null && siteKey != null && script != null ? { provider, siteKey, script } : null),
    [provider, siteKey, script],
  )
}
