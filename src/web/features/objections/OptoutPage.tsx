import { useState } from 'react'
import { useIsHydrated } from '#web/kit/texts/hydration.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useLinkToken } from '#web/kit/links/use-link-token.ts'
import { Card } from '#web/kit/components/Card.tsx'
import { usePreparedToasts } from '#web/kit/toasts/use-prepared-toasts.ts'
import { OptoutConfirmation } from './OptoutConfirmation.tsx'
import { OptoutForm } from './OptoutForm.tsx'
import styles from './OptoutPage.module.css'

/** For owners of addresses: why they are listed, and how an address goes for good. */
export function OptoutPage() {
  const { optout } = useTexts()
  const { more } = optout
  usePreparedToasts()
  return (
    <>
      <PageHead title={optout.title} description={optout.description} page="optout" />
      <div className={styles.page}>
        <h1>{optout.title}</h1>
        <div className={styles.columns}>
          <OptoutSteps />
          <div className={styles.answers}>
            {(['why', 'who', 'what'] as const).map((question) => (
              <section key={question}>
                <h2>{optout[`${question}Title`]}</h2>
                <p>{optout[question]}</p>
              </section>
            ))}
            <p>
              {more.before}
              <PageLink page="terms">{more.link}</PageLink>
              {more.after}
            </p>
          </div>
        </div>
      </div>
    </>
  )
}

/** The form, or, when a mailed link led here, its confirmation. */
function OptoutSteps() {
  const { optout } = useTexts()
  const given = useLinkToken()
  // The page was built without a link.
  const token = useIsHydrated() ? given : null
  const [outcome, setOutcome] = useState<'done' | 'dead' | null>(null)
  if (outcome === 'done') {
    return (
      <Card tab={optout.done.tab} heading={<FocusedHeading text={optout.done.title} />}>
        <p role="status">{optout.done.text}</p>
      </Card>
    )
  }
  if (token !== null && outcome === null)
    return (
      <OptoutConfirmation token={token} onDone={() => setOutcome('done')} onDead={() => setOutcome('dead')} />
    )
  return <OptoutForm notice={outcome === 'dead' ? optout.dead : null} />
}

/** Takes the focus, which went with the button that was pressed. */
function FocusedHeading({ text }: { readonly text: string }) {
  return (
    <h2 ref={(heading) => heading?.focus()} tabIndex={-1}>
      {text}
    </h2>
  )
}
