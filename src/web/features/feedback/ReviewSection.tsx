import { useTexts } from '#web/kit/texts/texts.tsx'
import { Section } from '#web/kit/components/Section.tsx'
import { ReviewForm } from './ReviewForm.tsx'

/** The review as a part of the profile. */
export function ReviewSection() {
  const { review } = useTexts().feedback
  return (
    <Section title={review.title}>
      <ReviewForm />
    </Section>
  )
}
