import { Box, Lead, Line } from '#web/kit/components/layout.tsx'
import { useEffect, useRef } from 'react'
import { Button } from '#web/kit/components/Button.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CardItem, SuggestedChannel } from './SuggestedChannel.tsx'
import { describeReasons, type SimilarChannel } from './describe-reasons.ts'
import { useDismissal } from './use-dismissal.ts'

/** A channel that is recommended to the person, with the reason; they can dismiss it, and take that back in its place. */
export function RecommendationCard({ channel }: { readonly channel: SimilarChannel }) {
  const { recommendations: texts } = useTexts()
  const { language } = useLanguage()
  const name = channel.channel_name
  const { isDismissed, isPending, set } = useDismissal(channel.channelId, name)
  const place = useRef<HTMLLIElement>(null)
  const wasDismissed = useRef(isDismissed)
  useEffect(() => {
    if (wasDismissed.current === isDismissed) return
    wasDismissed.current = isDismissed
    // The pressed button is gone, and the focus with it, unless it has moved on; what takes the press back stands in its place.
    if (document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>('[data-dismissal]')?.focus()
  }, [isDismissed])
  if (isDismissed) {
    return (
      <CardItem ref={place}>
        <Box isDashed>
          <Line gap={5} isSpread>
            <Lead>{texts.dismissed(name)}</Lead>
            <Button
              size="small"
              isBusy={isPending}
              aria-label={texts.undoOf(name)}
              data-dismissal
              onClick={() => set(false)}
            >
              {texts.undo}
            </Button>
          </Line>
        </Box>
      </CardItem>
    )
  }
  return (
    <CardItem ref={place}>
      <SuggestedChannel
        channel={channel}
        level={2}
        tab={channel.like === undefined ? texts.recommended : texts.like(channel.like.channel_name)}
        reason={describeReasons(channel.reasons, texts, language)}
      >
        <Button
          size="small"
          look="quiet"
          icon="cross"
          isBusy={isPending}
          aria-label={texts.notForMeOf(name)}
          data-dismissal
          onClick={() => set(true)}
        >
          {texts.notForMe}
        </Button>
      </SuggestedChannel>
    </CardItem>
  )
}
