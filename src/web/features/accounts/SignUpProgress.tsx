import { useTexts } from '#web/kit/texts/texts.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { SIGN_UP_STEPS } from './sign-up.ts'
import styles from './SignUpProgress.module.css'

/** The progress of sign-up: a line of five, with the steps' names for screen readers. @param place from 0 */
export function SignUpProgress({ place }: { readonly place: number }) {
  const { signUp } = useTexts().accounts
  const total = SIGN_UP_STEPS.length
  return (
    <>
      <ol className={styles.line} aria-label={signUp.title}>
        {signUp.steps.map((name, index) => (
          <li
            key={name}
            className={classNames(
              styles.part,
              index < place && styles.done,
              index === place && styles.current,
            )}
            aria-current={index === place ? 'step' : undefined}
          >
            <VisuallyHidden>{name}</VisuallyHidden>
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{signUp.progress(String(place + 1), String(total))}</span>
      </VisuallyHidden>
    </>
  )
}
