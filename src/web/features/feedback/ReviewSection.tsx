import { type ChangeEvent, useState } from 'react'
import type { BodyGiven } from '#shared/api/contract.ts'
import { REVIEW_MARK, REVIEW_TEXT_MAX } from '#shared/rules/feedback.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Form, TextArea } from '#web/kit/components/forms.tsx'
import { Lead, Section } from '#web/kit/components/layout.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './ReviewSection.module.css'
import { isMissing, useForm } from '#web/kit/components/use-form.ts'

/** The review as a section. @param isFolded it opens with a press */
export function ReviewSection({ isFolded = false }: { readonly isFolded?: boolean }) {
  const { review } = useTexts().feedback
  return (
    <Section title={review.title}>
      {isFolded ? (
        <details className={styles.folded}>
          <summary>{review.open}</summary>
          <ReviewForm />
        </details>
      ) : (
        <ReviewForm />
      )}
    </Section>
  )
}

const MARKS = Array.from({ length: REVIEW_MARK.max }, (_, place) => place + REVIEW_MARK.min)

/** A rating from 1 to 5 and a text, for a person who is logged in. */
function ReviewForm() {
  const { errors, feedback } = useTexts()
  const { review } = feedback
  const [isSent, setIsSent] = useState(false)
  // A failure loses nothing that was typed.
  const { isPending, mutate } = useAction({
    mutationFn: (body: BodyGiven<'POST /review'>) =>
      call('POST /review', { body, handles: ['too_many_requests'] }),
    meta: { subject: 'review', failure: errors.internal },
    onSuccess: () => setIsSent(true),
  })
  const { form, field } = useForm({
    initial: { websiteMark: '', reviewText: '' },
    rules: { websiteMark: isMissing, reviewText: isMissing },
    isBusy: isPending,
    onSubmit: ({ websiteMark, reviewText }) => mutate({ reviewText, websiteMark: Number(websiteMark) }),
  })
  const { error: markError, value: mark, onChange: onMark } = field('websiteMark')
  if (isSent) {
    return (
      <div className={styles.sent}>
        <p role="status">{review.thanks}</p>
        <Button size="small" onClick={() => setIsSent(false)}>
          {review.again}
        </Button>
      </div>
    )
  }
  return (
    <Form {...form}>
      <Lead>{review.lead}</Lead>
      <fieldset className={styles.marks}>
        <legend>{review.mark}</legend>
        <div className={styles.row}>
          {MARKS.map((value) => (
            <Mark key={value} value={value} isChosen={mark === String(value)} onChange={onMark} />
          ))}
        </div>
        <span className={styles.problem} role="alert">
          {markError !== null && review.markMissing}
        </span>
      </fieldset>
      <TextArea {...field('reviewText')} label={review.text} maxLength={REVIEW_TEXT_MAX} />
      <div>
        <Button type="submit" isBusy={isPending}>
          {review.send}
        </Button>
      </div>
    </Form>
  )
}

interface MarkProps {
  readonly value: number
  readonly isChosen: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

function Mark({ value, isChosen, onChange }: MarkProps) {
  const { review } = useTexts().feedback
  const { language } = useLanguage()
  const written = formatNumber(value, language)
  return (
    <label className={styles.mark}>
      <input type="radio" name="websiteMark" value={value} checked={isChosen} onChange={onChange} />
      <span aria-hidden="true">{written}</span>
      <VisuallyHidden>{review.markOf(written)}</VisuallyHidden>
    </label>
  )
}
