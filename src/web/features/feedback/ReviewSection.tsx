import { useTexts, useLanguage } from '#web/kit/texts/texts.tsx'
import { Section } from '#web/kit/components/Section.tsx'
import { type FormEvent, useState } from 'react'
import { REVIEW_MARK, REVIEW_TEXT_MAX } from '#shared/rules/bounds.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { TextArea } from '#web/kit/components/TextArea.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { Form } from '#web/kit/components/Form.tsx'
import { Lead } from '#web/kit/components/layout.tsx'
import styles from './ReviewForm.module.css'
import { useReview } from './use-review.ts'

/** The review as a section of the profile. */
export function ReviewSection() {
  const { review } = useTexts().feedback
  return (
    <Section title={review.title}>
      <ReviewForm />
    </Section>
  )
}

const MARKS = Array.from({ length: REVIEW_MARK.max }, (_, place) => place + REVIEW_MARK.min)

/** A rating from 1 to 5 and a text, for a person who is logged in. */
function ReviewForm() {
  const { feedback, fieldProblems } = useTexts()
  const { review } = feedback
  const [mark, setMark] = useState<number | null>(null)
  const [text, setText] = useState('')
  const { state, missing, send, restart } = useReview()
  if (state === 'sent') {
    return (
      <div className={styles.sent}>
        <p role="status">{review.thanks}</p>
        <Button size="small" onClick={restart}>
          {review.again}
        </Button>
      </div>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send({ text, mark })
  }
  return (
    <Form onSubmit={submit}>
      <Lead>{review.lead}</Lead>
      <fieldset className={styles.marks}>
        <legend>{review.mark}</legend>
        <div className={styles.row}>
          {MARKS.map((value) => (
            <Mark key={value} value={value} isChosen={mark === value} onChoose={() => setMark(value)} />
          ))}
        </div>
        <span className={styles.problem} role="alert">
          {missing.mark && mark === null && review.markMissing}
        </span>
      </fieldset>
      <TextArea
        label={review.text}
        name="reviewText"
        value={text}
        maxLength={REVIEW_TEXT_MAX}
        required
        error={missing.text && text.trim() === '' ? fieldProblems.required : null}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button look="ink" type="submit" isBusy={state === 'sending'}>
          {review.send}
        </Button>
      </div>
    </Form>
  )
}

interface MarkProps {
  readonly value: number
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Mark({ value, isChosen, onChoose }: MarkProps) {
  const { review } = useTexts().feedback
  const { language } = useLanguage()
  const written = formatNumber(value, language)
  return (
    <label className={styles.mark}>
      <input type="radio" name="websiteMark" value={value} checked={isChosen} onChange={onChoose} />
      <span aria-hidden="true">{written}</span>
      <VisuallyHidden>{review.markOf(written)}</VisuallyHidden>
    </label>
  )
}
