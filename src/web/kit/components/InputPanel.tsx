import { type ComponentProps, type FormEvent, useState } from 'react'
import { Dialog } from './Dialog.tsx'
import { Field, Form } from './forms.tsx'
import { Button } from './Button.tsx'
import { Actions } from './layout.tsx'

interface InputPanelProps
  extends Pick<
    ComponentProps<typeof Field>,
    'label' | 'hint' | 'name' | 'autoComplete' | 'autoCapitalize' | 'inputMode' | 'maxLength' | 'spellCheck'
  > {
  /** The panel's question. */
  readonly title: string
  readonly closeLabel: string
  readonly confirmLabel: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The field's value when the panel opens. */
  readonly initialValue?: string
  /** What is wrong with the last confirmed value. */
  readonly problem: string | null
  readonly isBusy: boolean
  /** Receives the value exactly as typed. */
  readonly onConfirm: (value: string) => void
}

/** A panel that slides in, with one field and its button. */
export function InputPanel({ title, closeLabel, isOpen, onClose, ...form }: InputPanelProps) {
  return (
    <Dialog title={title} closeLabel={closeLabel} isOpen={isOpen} onClose={onClose} place="side">
      <InputForm {...form} />
    </Dialog>
  )
}

type InputFormProps = Omit<InputPanelProps, 'title' | 'closeLabel' | 'isOpen' | 'onClose'>

function InputForm({
  confirmLabel,
  initialValue = '',
  problem,
  isBusy,
  onConfirm,
  ...field
}: InputFormProps) {
  const [value, setValue] = useState(initialValue)
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setConfirmed(value)
    onConfirm(value)
  }
  return (
    <Form onSubmit={confirm}>
      <Field
        {...field}
        value={value}
        // Once the value has changed, the problem no longer applies.
        error={confirmed === value ? problem : null}
        required
        onChange={(event) => setValue(event.target.value)}
      />
      <Actions>
        <Button look="accent" type="submit" icon="check" isBusy={isBusy}>
          {confirmLabel}
        </Button>
      </Actions>
    </Form>
  )
}
