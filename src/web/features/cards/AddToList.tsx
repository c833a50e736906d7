import { lazy, Suspense, useState } from 'react'
import { LogInFirst } from '#web/features/accounts/LogInPrompt.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Skeleton } from '#web/kit/components/states.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { showToast } from '#web/kit/toasts/toasts.tsx'

// Many pages have the button; what it opens is fetched when it is pressed.
const ListChoice = lazy(async () => ({ default: (await import('./ListChoice.tsx')).ListChoice }))

interface AddToListProps {
  readonly channelIds: readonly string[]
  readonly look?: 'outline' | 'quiet'
  readonly onDone?: () => void
}

const SUBJECT = 'list-changed'

/** The button that puts channels into a list, a new one if wanted. */
export function AddToList({ channelIds, look = 'outline', onDone }: AddToListProps) {
  const { cards: texts, common } = useTexts()
  const { status } = useSession()
  const mayChange = useMay('purchases:write')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        look={look}
        icon="list"
        disabled={channelIds.length === 0 || !mayChange}
        onClick={() => {
          if (status === 'in') setOpen(true)
          else void showToast({ kind: 'info', id: SUBJECT, text: <LogInFirst toast={SUBJECT} /> })
        }}
      >
        {texts.addToList}
      </Button>
      <Dialog
        title={texts.addToList}
        closeLabel={common.close}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Suspense fallback={<Skeleton height="12rem" />}>
          <ListChoice
            channelIds={channelIds}
            onDone={() => {
              setOpen(false)
              onDone?.()
            }}
          />
        </Suspense>
      </Dialog>
    </>
  )
}
