import type { FeatureName } from '#shared/rules/features.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { Heading } from '#web/kit/components/layout.tsx'
import styles from './VotePage.module.css'

interface FeatureCardProps {
  readonly feature: FeatureName
  /** From 1. */
  readonly place: number
  /** Null while they are hidden. */
  readonly votes: number | null
  readonly isOwn: boolean
  readonly isBusy: boolean
  readonly isLocked: boolean
  /** Null for people who may not vote. */
  readonly onVote: (() => void) | null
}

/** One of the features, what it would do, and its vote button. */
export function FeatureCard({ feature, place, votes, isOwn, isBusy, isLocked, onVote }: FeatureCardProps) {
  const { vote, place: written } = useTexts().feedback
  const { language } = useLanguage()
  const { name, text } = vote.features[feature]
  return (
    <Card
      tab={isOwn ? vote.yourVote : written(formatNumber(place, language))}
      isQuiet={!isOwn}
      heading={<Heading>{name}</Heading>}
    >
      <p className={styles.text}>{text}</p>
      {votes !== null && (
        <p className={styles.votes}>
          <span className={styles.count}>{formatNumber(votes, language)}</span> {vote.votes(votes)}
        </p>
      )}
      {onVote !== null && (
        <div>
          <Button
            look="ink"
            {...(isOwn && { icon: 'check' })}
            isBusy={isBusy}
            disabled={isLocked && !isBusy}
            aria-label={isOwn ? undefined : vote.buttonFor(name)}
            onClick={onVote}
          >
            {isOwn ? vote.yourVote : vote.button}
          </Button>
        </div>
      )}
    </Card>
  )
}
