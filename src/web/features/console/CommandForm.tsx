import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useDescribe } from '#web/kit/actions/refusals.ts'
import type { CallError } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { CheckBox, Field, Form, FormProblem, Select, TextArea } from '#web/kit/components/forms.tsx'
import { Actions, Box, Heading, Stack } from '#web/kit/components/layout.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import {
  askOperatorAgain,
  type CommandDescriptor,
  type CommandField,
  runCommand,
  saidOf,
} from './console-data.ts'
import { useConsoleTexts } from './console-texts.ts'
import { CommandOutput } from './CommandOutput.tsx'
import { Proof } from './ProofForm.tsx'

type Values = Readonly<Record<string, string | boolean>>

interface CommandFormProps {
  readonly command: CommandDescriptor
  /** Values of some fields, from the address. */
  readonly given: Readonly<Record<string, string>>
  /** What is shown of an outcome besides its sentence. */
  readonly details?: (output: unknown) => Elements
}

interface Run {
  readonly input: Readonly<Record<string, unknown>>
  readonly isDryRun: boolean
}

/** A command's form, made from its entry: fields, preview, confirmation by typing, outcome. */
export function CommandForm({ command, given, details }: CommandFormProps) {
  const { fields, changesNothing, dryRun, confirm } = command
  const texts = useConsoleTexts()
  const { command: words } = texts
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map((field) => [field.name, initialOf(field, given[field.name])])),
  )
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  /** What was previewed last, as JSON. */
  const [previewed, setPreviewed] = useState<string | null>(null)
  const [unproved, setUnproved] = useState<Run | null>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const run = useAction({
    mutationFn: ({ input, isDryRun }: Run) => runCommand(command, dryRun ? { ...input, isDryRun } : input),
    // All is said beside the form.
    meta: { subject: 'command', failure: null },
    onSuccess(_, { input, isDryRun }) {
      setPreviewed(isDryRun ? JSON.stringify(input) : null)
      setTyped('')
      setChecked(false)
    },
    onError(error, tried) {
      if (error.code !== 'proof_required') return
      setUnproved(tried)
      void askOperatorAgain()
    },
  })
  useEffect(() => {
    if (run.isSuccess || run.isError) outcome.current?.focus()
  }, [run.isSuccess, run.isError, run.submittedAt])
  const input = inputOf(fields, values)
  const expected = confirm === null ? null : confirm in values ? String(values[confirm]).trim() : confirm
  const isPreviewed = !dryRun || previewed === JSON.stringify(input)
  const isConfirmed = expected === null || (expected !== '' && typed.trim() === expected)
  const missing = fields.filter(({ name, isRequired }) => isRequired && input[name] === undefined)
  const isRefused = (name: string) =>
    run.error?.fields[name] !== undefined && run.variables?.input[name] === input[name]
  const problemOf = (field: CommandField) => {
    if (isChecked && missing.includes(field)) return words.missing
    return isRefused(field.name) ? field.problem : null
  }
  const start = (isDryRun: boolean) => {
    setChecked(true)
    const [first] = missing
    if (first !== undefined) document.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus()
    else run.mutate({ input, isDryRun })
  }
  useEffect(() => {
    // The address of a list is the list.
    if (changesNothing && Object.keys(given).length > 0) start(false)
    // oxlint-disable-next-line react/exhaustive-deps -- only when it opens
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (run.isPending) return
    if (!isPreviewed) start(true)
    else if (isConfirmed) start(false)
  }
  return (
    <Stack gap={5}>
      <Form onSubmit={submit}>
        {fields.map((field) => (
          <CommandInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={problemOf(field)}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        {expected !== null && isPreviewed && (
          <Field
            name="confirmation"
            label={words.confirm(expected)}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <Actions>
          {dryRun && (
            <Button
              look={isPreviewed ? 'outline' : 'accent'}
              type={isPreviewed ? 'button' : 'submit'}
              isBusy={run.busyWith?.isDryRun === true}
              {...(isPreviewed && { onClick: () => start(true) })}
            >
              {words.preview}
            </Button>
          )}
          {isPreviewed && (
            <Button
              look="accent"
              type="submit"
              aria-disabled={!isConfirmed}
              isBusy={run.busyWith?.isDryRun === false}
            >
              {changesNothing ? words.show : words.run}
            </Button>
          )}
        </Actions>
      </Form>
      <div ref={outcome} tabIndex={-1} role="status">
        {run.isSuccess && (
          <Box isRuled>
            <Stack gap={3}>
              {!changesNothing && (
                <Heading isSmall>{run.variables.isDryRun ? words.previewTitle : words.doneTitle}</Heading>
              )}
              <CommandOutput command={command} input={run.variables.input} outcome={run.data} />
              {details?.(run.data.output)}
            </Stack>
          </Box>
        )}
        <Refused error={run.error} />
      </div>
      <FreshProof
        isOpen={unproved !== null}
        onClose={() => setUnproved(null)}
        onProved={() => {
          if (unproved !== null) run.mutate(unproved)
          setUnproved(null)
        }}
      />
    </Stack>
  )
}

function Refused({ error }: { readonly error: CallError | null }) {
  const { failed } = useConsoleTexts()
  const { errors } = useTexts()
  const describe = useDescribe()
  if (error === null || error.code === 'proof_required') return null
  const otherwise = error.code === 'invalid_input' || error.code === 'forbidden' ? errors[error.code] : failed
  return <FormProblem>{saidOf(error) ?? describe(error, otherwise)}</FormProblem>
}

interface FreshProofProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onProved: () => void
}

/** What cannot be undone asks once more who is there, and goes on then. */
function FreshProof({ isOpen, onClose, onProved }: FreshProofProps) {
  const { open } = useConsoleTexts()
  const { common } = useTexts()
  return (
    <Dialog title={open.title} closeLabel={common.close} isOpen={isOpen} onClose={onClose}>
      <Proof onProved={onProved} />
    </Dialog>
  )
}

interface CommandInputProps {
  readonly field: CommandField
  readonly value: string | boolean
  readonly error: string | null
  readonly onChange: (value: string | boolean) => void
}

function CommandInput({ field, value, error, onChange }: CommandInputProps) {
  const { command: words } = useConsoleTexts()
  const { name, label, type, values, isRequired, default: fallback, max } = field
  const title = isRequired || fallback !== null || type === 'yes' ? label : words.optional(label)
  const text = String(value)
  switch (type) {
    case 'yes':
      return (
        <CheckBox name={name} checked={value === true} onChange={({ target }) => onChange(target.checked)}>
          {title}
        </CheckBox>
      )
    case 'choice':
      return (
        <Select
          label={title}
          value={text}
          options={[
            ...(isRequired || fallback !== null ? [] : [{ value: '', text: words.notChosen }]),
            ...values.map((one) => ({ value: one, text: one })),
          ]}
          onChange={onChange}
        />
      )
    case 'file':
      return (
        <TextArea
          name={name}
          label={title}
          value={text}
          error={error}
          maxLength={max ?? undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    default:
      return (
        <Field
          name={name}
          label={values.length > 0 ? words.words(title, values.join(', ')) : title}
          type={type === 'date' ? 'date' : 'text'}
          inputMode={type === 'number' ? 'numeric' : undefined}
          autoComplete="off"
          value={text}
          error={error}
          onChange={({ target }) => onChange(target.value)}
        />
      )
  }
}

function initialOf({ type, values, isRequired, default: fallback }: CommandField, given: string | undefined) {
  if (type === 'yes') return given === undefined ? fallback === true : given === 'true'
  if (given !== undefined) return given
  if (fallback !== null) return String(fallback)
  return type === 'choice' && isRequired ? (values[0] ?? '') : ''
}

/** What the command is given; what was left empty is left out. */
function inputOf(fields: readonly CommandField[], values: Values): Readonly<Record<string, unknown>> {
  const entries = fields.map(({ name, type, isRequired }): [string, unknown] => {
    const value = values[name] ?? ''
    if (typeof value === 'boolean') return [name, value || !isRequired ? value : undefined]
    const text = value.trim()
    if (text === '') return [name, undefined]
    if (type === 'number') return [name, /^\d+$/.test(text) ? Number(text) : text]
    return [name, type === 'list' ? text.split(',').map((word) => word.trim()) : text]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
