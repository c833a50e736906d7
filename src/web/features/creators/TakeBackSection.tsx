import { Button } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { Lead } from '#web/kit/components/layout.tsx'
import { WithAddress } from '#web/kit/components/WithAddress.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useWish, type Wish } from './use-wish.ts'

/** The address that was confirmed to be preferred to this one, and the button that takes that back. */
export function TakeBackSection({ address, ...wish }: Wish & { readonly address: string }) {
  const { takeBack: texts } = useTexts().creators
  const { isPending, change } = useWish(wish)
  return (
    <Card
      tab={texts.tab}
      heading={
        <h2>
          <WithAddress text={texts.title(address)} address={address} />
        </h2>
      }
    >
      <Lead>{texts.lead}</Lead>
      <div>
        <Button isBusy={isPending} onClick={() => change({ takesBack: true }, texts.done)}>
          {texts.button}
        </Button>
      </div>
    </Card>
  )
}
