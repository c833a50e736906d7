import { useState } from 'react'
import { Button } from '#web/kit/components/Button.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { WriteDialog } from './WriteDialog.tsx'

interface Addressee {
  readonly channelId: string
  readonly channel_name: string
  readonly email: string
}

interface WriteToSeveralProps {
  readonly addressees: readonly Addressee[]
  /** Called at the end with those that were written to. */
  readonly onWritten: (channelIds: readonly string[]) => void
}

/** Writes to one creator after the other: each email is opened and sent by the person. */
export function WriteToSeveral({ addressees, onWritten }: WriteToSeveralProps) {
  const { templates: texts } = useTexts()
  const { language } = useLanguage()
  /** Those that were chosen when it began; what is done with them may change the choice. */
  const [queue, setQueue] = useState<readonly Addressee[]>(addressees)
  const [place, setPlace] = useState<number | null>(null)
  const [written, setWritten] = useState<readonly string[]>([])
  const number = (count: number) => formatNumber(count, language)
  const current = queue[place ?? 0]
  const end = (all = written) => {
    setPlace(null)
    setWritten([])
    if (all.length > 0) onWritten(all)
  }
  const go = (all: readonly string[]) => {
    const next = (place ?? 0) + 1
    setWritten(all)
    if (next < queue.length) setPlace(next)
    else end(all)
  }
  return (
    <>
      <Button
        size="small"
        icon="pencil"
        onClick={() => {
          setQueue(addressees)
          setPlace(0)
        }}
      >
        {texts.writeToSeveral(addressees.length, number(addressees.length))}
      </Button>
      {current !== undefined && (
        <WriteDialog
          channel={current}
          email={current.email}
          isOpen={place !== null}
          onClose={() => end()}
          onWritten={(isOpened) => {
            const all = [...new Set([...written, current.channelId])]
            if (isOpened) go(all)
            else setWritten(all)
          }}
          further={
            queue.length > 1 && (
              <Button icon="arrow" onClick={() => go(written)}>
                {texts.next(number((place ?? 0) + 1), number(queue.length))}
              </Button>
            )
          }
        />
      )}
    </>
  )
}
