import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import type { Template } from './use-templates.ts'
import { WriteForm, type WriteFormProps } from './WriteForm.tsx'

interface WriteDialogProps extends Pick<WriteFormProps, 'channel' | 'email' | 'onWritten' | 'further'> {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The panel in which an email to a creator is made from a template. */
export function WriteDialog({ isOpen, onClose, ...props }: WriteDialogProps) {
  const { channel } = props
  const { templates: texts, common } = useTexts()
  const [chosenId, setChosenId] = useState<number | null>(null)
  /** The template in the form; null while an email is written. */
  const [edited, setEdited] = useState<Template | 'new' | null>(null)
  // The menu of a row, which may hold the button, closes.
  return createPortal(
    <Dialog
      title={
        edited === null ? texts.writeTo(channel.channel_name) : edited === 'new' ? texts.add : texts.change
      }
      closeLabel={common.close}
      isOpen={isOpen}
      onClose={() => {
        setEdited(null)
        onClose()
      }}
      place="side"
    >
      {edited === null ? (
        <WriteForm
          key={channel.channelId}
          {...props}
          chosenId={chosenId}
          onChoose={setChosenId}
          onEdit={setEdited}
        />
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
  )
}
