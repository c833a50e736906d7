import { type ReactNode, useId } from 'react'
import { normalizeEmail } from '#shared/rules/email.ts'
import type { PageName } from '#shared/paths.ts'
import { PageLink } from '#web/app/PageLink.tsx'
import { useLanguage, useTexts } from '#web/app/texts.tsx'
import { CheckBox } from '#web/ui/CheckBox.tsx'
import { formatWait } from '#web/ui/format.ts'
import { useSecondsUntil } from '#web/ui/use-seconds-until.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { Captcha } from './Captcha.tsx'
import styles from './ProofStep.module.css'
import type { StepProps } from './sign-up.ts'

/** Captcha, agreement and consent; the code is asked for as soon as all three are there, which the step says first. */
export function ProofStep({ state, dispatch }: StepProps) {
  const { accounts, fieldProblems } = useTexts()
  const { language } = useLanguage()
  const secondsLeft = useSecondsUntil(state.nextCodeAt)
  const problemId = useId()
  const isMissed = state.problem !== null
  const isWaiting = state.codeSentTo === null && secondsLeft !== null && secondsLeft > 0
  const box = (name: 'isAgreed' | 'isConsentGiven', children: ReactNode) => (
    <CheckBox
      name={name}
      checked={state[name]}
      disabled={state.request !== null}
      aria-invalid={(isMissed && !state[name]) || undefined}
      aria-describedby={isMissed ? problemId : undefined}
      onChange={(event) =>
        dispatch({ type: 'ticked', box: name, isOn: event.target.checked, now: Date.now() })
      }
    >
      {children}
    </CheckBox>
  )
  return (
    <div className={styles.proof}>
      <p className={styles.lead}>{accounts.signUp.proofLead(normalizeEmail(state.email))}</p>
      <Captcha
        isSolved={state.captcha !== null}
        isMissed={isMissed}
        isDisabled={state.request !== null}
        onSolved={(captcha) => dispatch({ type: 'captchaSolved', captcha, now: Date.now() })}
      />
      <div>
        {box('isAgreed', <Linked {...accounts.signUp.agreement} page="terms" />)}
        {box('isConsentGiven', <Linked {...accounts.signUp.consent} page="dataprocessing" />)}
      </div>
      <p id={problemId} className={styles.problem} role="alert">
        {state.problem !== null && fieldProblems[state.problem]}
        {isWaiting && accounts.code.waitFor(formatWait(secondsLeft, language))}
      </p>
    </div>
  )
}

interface LinkedProps {
  readonly before: string
  readonly link: string
  readonly after: string
  readonly page: PageName
}

/** A sentence with a link in it; a tab of its own keeps what was entered here. */
function Linked({ before, link, after, page }: LinkedProps) {
  const { opensNewTab } = useTexts().accounts.signUp
  return (
    <>
      {before}
      <PageLink page={page} target="_blank" rel="noopener">
        {link}
        <VisuallyHidden> ({opensNewTab})</VisuallyHidden>
      </PageLink>
      {after}
    </>
  )
}
