import { useState } from 'react'
import { Button } from '#web/kit/components/Button.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { WriteDialog } from './WriteDialog.tsx'

interface WriteButtonProps {
  /** To whom. */
  readonly channel: { readonly channelId: string; readonly channel_name: string }
  readonly email: string
  /** The text was copied, or opened in a mail program. */
  readonly onWritten: () => void
}

/** Opens the panel in which an email to a creator is made from a template. */
export function WriteButton(props: WriteButtonProps) {
  const { templates: texts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  return (
    <>
      <Button
        look="text"
        icon="pencil"
        aria-label={`${texts.write}: ${props.channel.channel_name}`}
        onClick={() => setIsOpen(true)}
      >
        {texts.write}
      </Button>
      {wasOpened && <WriteDialog {...props} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
