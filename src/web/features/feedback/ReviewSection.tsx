import { useTexts } from '#web/app/texts.tsx'
import { ProfileSection } from '#web/features/accounts/ProfileSection.tsx'
import { ReviewForm } from './ReviewForm.tsx'

/** The review as a part of the profile. */
export function ReviewSection() {
  const { review } = useTexts().feedback
  return (
    <ProfileSection title={review.title}>
      <ReviewForm />
    </ProfileSection>
  )
}
