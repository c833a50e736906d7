import type { ComponentProps } from 'react'
import type { FieldProblem } from '#shared/api/errors.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field, Form } from './forms.tsx'
import { Actions } from './layout.tsx'
import { useForm } from './use-form.ts'

interface QuestionProps<Name extends string> {
  readonly name: Name
  /** Its label, its hint, and what browsers fill in. */
  readonly input: Omit<ComponentProps<typeof Field>, 'name' | 'value' | 'error' | 'required' | 'onChange'>
  readonly initial?: string
  readonly rule: (value: string) => FieldProblem | null
  /** What the server found wrong with the last value. */
  readonly refused: string | null
  readonly confirmLabel: string
  readonly isBusy: boolean
  /** Receives the value exactly as typed. */
  readonly onConfirm: (value: string) => void
}

interface DialogFormProps<Name extends string> extends QuestionProps<Name> {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A panel that slides in, with one field and its button. */
export function DialogForm<Name extends string>({
  title,
  isOpen,
  onClose,
  ...question
}: DialogFormProps<Name>) {
  const { common } = useTexts()
  return (
    <Dialog title={title} closeLabel={common.close} isOpen={isOpen} onClose={onClose} place="side">
      <Question {...question} />
    </Dialog>
  )
}

function Question<Name extends string>({
  name,
  input,
  initial = '',
  rule,
  refused,
  confirmLabel,
  isBusy,
  onConfirm,
}: QuestionProps<Name>) {
  const only = <T,>(value: T) => ({ [name]: value }) as Record<Name, T>
  const { form, field } = useForm({
    initial: only(initial),
    rules: only(rule),
    refused: only(refused),
    isBusy,
    onSubmit: (values) => onConfirm(values[name]),
  })
  return (
    <Form {...form}>
      <Field {...input} {...field(name)} />
      <Actions>
        <Button look="accent" type="submit" icon="check" isBusy={isBusy}>
          {confirmLabel}
        </Button>
      </Actions>
    </Form>
  )
}
