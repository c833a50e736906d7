import { useId } from 'react'
import { normalizeEmail } from '#shared/rules/email.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CheckBox } from '#web/kit/components/CheckBox.tsx'
import { formatWait } from '#web/kit/formats/format.ts'
import { useSecondsUntil } from '#web/kit/components/use-seconds-until.ts'
import { Captcha } from './Captcha.tsx'
import { ConsentText } from './ConsentText.tsx'
import { FormProblem } from '#web/kit/components/Form.tsx'
import { Lead, Stack } from '#web/kit/components/layout.tsx'
import type { StepProps } from './sign-up.ts'

/** Captcha, agreement and consent; the code is requested as soon as all three are complete, as the step announces. */
export function ProofStep({ state, dispatch }: StepProps) {
  const { accounts, fieldProblems } = useTexts()
  const { language } = useLanguage()
  const secondsLeft = useSecondsUntil(state.nextCodeAt)
  const problemId = useId()
  const isMissed = state.problem !== null
  const isWaiting = state.codeSentTo === null && secondsLeft !== null && secondsLeft > 0
  const box = (name: 'isAgreed' | 'isConsentGiven') => (
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
      <ConsentText name={name} />
    </CheckBox>
  )
  return (
    <Stack gap={3}>
      <Lead>{accounts.signUp.proofLead(normalizeEmail(state.email))}</Lead>
      <Captcha
        isSolved={state.captcha !== null}
        isMissed={isMissed}
        isDisabled={state.request !== null}
        onSolved={(captcha) => dispatch({ type: 'captchaSolved', captcha, now: Date.now() })}
        onExpired={() => dispatch({ type: 'captchaExpired' })}
      />
      <div>
        {box('isAgreed')}
        {box('isConsentGiven')}
      </div>
      <FormProblem id={problemId} keepsPlace>
        {state.problem !== null && fieldProblems[state.problem]}
        {isWaiting && accounts.code.waitFor(formatWait(secondsLeft, language))}
      </FormProblem>
    </Stack>
  )
}
