import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'

interface OptoutConfirmationProps {
  readonly token: string
  readonly onDone: () => void
  readonly onDead: () => void
}

/** Asks once more: programs that look at letters open links, and only people press buttons. */
export function OptoutConfirmation({ token, onDone, onDead }: OptoutConfirmationProps) {
  const { errors, optout } = useTexts()
  const { confirm } = optout
  const { isBusy, run } = useAction({
    subject: 'optout',
    failure: (error, describe) => {
      if (error.code !== 'wrong_token') return describe(error, errors.internal)
      onDead()
      return null
    },
  })
  const press = () =>
    run(() => call('PUT /optout', { body: { token }, handles: ['too_many_requests'] }), { onDone })
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
