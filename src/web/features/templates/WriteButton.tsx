import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import type { Template } from './use-templates.ts'
import { WriteForm } from './WriteForm.tsx'

interface WriteButtonProps {
  /** To whom. */
  readonly channel: { readonly channelId: string; readonly channel_name: string }
  readonly email: string
  /** The text was copied, or opened in a mail program. */
  readonly onWritten: () => void
}

/** Opens the panel in which an email to a creator is made from a template. */
export function WriteButton(props: WriteButtonProps) {
  const { channel } = props
  const { templates: texts, common } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  const [chosenId, setChosenId] = useState<number | null>(null)
  /** The template in the form; null while an email is written. */
  const [edited, setEdited] = useState<Template | 'new' | null>(null)
  return (
    <>
      <Button
        look="text"
        icon="pencil"
        aria-label={`${texts.write}: ${channel.channel_name}`}
        onClick={() => setIsOpen(true)}
      >
        {texts.write}
      </Button>
      {wasOpened &&
        // The menu of a row, which may hold the button, closes.
        createPortal(
          <Dialog
            title={
              edited === null
                ? texts.writeTo(channel.channel_name)
                : edited === 'new'
                  ? texts.add
                  : texts.change
            }
            closeLabel={common.close}
            isOpen={isOpen}
            onClose={() => {
              setIsOpen(false)
              setEdited(null)
            }}
            place="side"
          >
            {edited === null ? (
              <WriteForm {...props} chosenId={chosenId} onChoose={setChosenId} onEdit={setEdited} />
            ) : (
              <TemplateForm
                template={edited === 'new' ? null : edited}
                onDone={(saved) => {
                  if (saved !== undefined) setChosenId(saved)
                  setEdited(null)
                }}
              />
            )}
          </Dialog>,
          document.body,
        )}
    </>
  )
}
