import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { useOptout } from './use-optout.ts'

interface OptoutConfirmationProps {
  readonly token: string
  readonly onDone: () => void
  readonly onDead: () => void
}

/** Asks once more: programs that look at letters open links, and only people press buttons. */
export function OptoutConfirmation({ token, onDone, onDead }: OptoutConfirmationProps) {
  const { confirm } = useTexts().optout
  const { isBusy, confirmBy } = useOptout()
  const press = async () => {
    const outcome = await confirmBy(token)
    if (outcome === 'done') onDone()
    if (outcome === 'dead') onDead()
  }
  return (
    <Card tab={confirm.tab} heading={<h2>{confirm.title}</h2>}>
      <p>{confirm.text}</p>
      <div>
        <Button look="accent" isBusy={isBusy} onClick={() => void press()}>
          {confirm.button}
        </Button>
      </div>
    </Card>
  )
}
