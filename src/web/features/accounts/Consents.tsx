import { CheckBox } from '#web/kit/components/forms.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

const BOXES = [
  { name: 'isAgreed', sentence: 'agreement', page: 'terms' },
  { name: 'isConsentGiven', sentence: 'consent', page: 'dataprocessing' },
] as const

type Consent = (typeof BOXES)[number]['name']

interface ConsentsProps {
  readonly given: Readonly<Record<Consent, boolean>>
  /** Marks what is still missing. */
  readonly isMissed: boolean
  /** The text that says so. */
  readonly problemId: string
  readonly isDisabled?: boolean
  readonly hasFocus?: boolean
  readonly onTick: (name: Consent, isOn: boolean) => void
}

/** Agreement and consent, each with its own checkbox. Their documents open in a new tab, which keeps the entered values. */
export function Consents({
  given,
  isMissed,
  problemId,
  isDisabled = false,
  hasFocus = false,
  onTick,
}: ConsentsProps) {
  const { signUp } = useTexts().accounts
  return (
    <div>
      {BOXES.map(({ name, sentence, page }, place) => (
        <CheckBox
          key={name}
          name={name}
          checked={given[name]}
          disabled={isDisabled}
          aria-invalid={(isMissed && !given[name]) || undefined}
          aria-describedby={isMissed ? problemId : undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={hasFocus && place === 0}
          onChange={(event) => onTick(name, event.target.checked)}
        >
          <span>{signUp[sentence].before}</span>
          <PageLink page={page} target="_blank" rel="noopener">
            <span>{signUp[sentence].link}</span>
            <VisuallyHidden>{` (${signUp.opensNewTab})`}</VisuallyHidden>
          </PageLink>
          <span>{signUp[sentence].after}</span>
        </CheckBox>
      ))}
    </div>
  )
}
