import { useTexts } from '#web/kit/texts/texts.tsx'
import type { Purchases } from '#web/features/reveals/use-purchases.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { Thumbnail } from '#web/kit/components/Thumbnail.tsx'
import { Heading } from '#web/kit/components/layout.tsx'
import styles from './PromotionPage.module.css'

interface ChannelPickerProps {
  readonly purchases: Purchases
  readonly chosenId: string | null
  readonly onChoose: (channelId: string) => void
}

/** The bought channels as cards; one is chosen. */
export function ChannelPicker({ purchases, chosenId, onChoose }: ChannelPickerProps) {
  const { statistics: texts } = useTexts()
  const { records, hasMore, isLoadingMore, loadMore } = purchases
  if (records.length === 0) return null
  return (
    <section aria-label={texts.channels}>
      <Heading>{texts.channels}</Heading>
      <p className={styles.hint}>{texts.chooseChannel}</p>
      <ul className={styles.channels}>
        {records.map(({ transaction_id: id, channelId, channel_name: name, thumbnail }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.channel}
              aria-pressed={channelId === chosenId}
              onClick={() => onChoose(channelId)}
            >
              <Thumbnail src={thumbnail} name={name} size="small" />
              <span className={styles.name}>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button look="quiet" isBusy={isLoadingMore} onClick={loadMore}>
          {texts.moreChannels}
        </Button>
      )}
    </section>
  )
}

const CARDS = ['first', 'second', 'third', 'fourth']

/** Placeholders of channels that are loading. */
export function ChannelSkeletons() {
  const { common } = useTexts()
  return (
    <div role="status" aria-label={common.loading}>
      <div className={styles.channels}>
        {CARDS.map((card) => (
          <div key={card} className={styles.channel}>
            <Skeleton width="2.75rem" height="2.75rem" />
            <Skeleton width="60%" />
          </div>
        ))}
      </div>
    </div>
  )
}
