import { useState } from 'react'
import { cleanText } from '#shared/rules/clean-text.ts'
import { FREQUENCIES, type Frequency, SEARCH_NAME_MAX } from '#shared/rules/saved-searches.ts'
import type { CallError } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import { Field, Form, Select } from '#web/kit/components/forms.tsx'
import { Actions, Note, Stack } from '#web/kit/components/layout.tsx'
import { useForm } from '#web/kit/components/use-form.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

export interface Described {
  readonly name: string
  readonly frequency: Frequency
}

interface SavedSearchFormProps {
  readonly initial: Described
  /** Whether the emails go to whoever fills in the form. */
  readonly isOwn: boolean
  readonly error: CallError | null
  readonly isBusy: boolean
  readonly onConfirm: (described: Described) => void
  /** Further buttons. */
  readonly children?: Elements
}

/** The name of a saved search, and how often what is new is mailed. */
export function SavedSearchForm({
  initial,
  isOwn,
  error,
  isBusy,
  onConfirm,
  children,
}: SavedSearchFormProps) {
  const { savedSearches: texts, fieldProblems } = useTexts()
  const [frequency, setFrequency] = useState(initial.frequency)
  const refused = error?.fields['name']
  const { form, field } = useForm({
    initial: { name: initial.name },
    rules: { name: (name) => (cleanText(name) === '' ? 'required' : null) },
    refused: { name: refused === undefined ? null : fieldProblems[refused] },
    isBusy,
    onSubmit: ({ name }) => onConfirm({ name, frequency }),
  })
  return (
    <Form {...form}>
      <Field label={texts.name} maxLength={SEARCH_NAME_MAX} autoComplete="off" {...field('name')} />
      <Stack gap={1}>
        {isOwn && (
          <Select
            label={texts.frequency}
            value={frequency}
            options={FREQUENCIES.map((value) => ({ value, text: texts.frequencies[value] }))}
            onChange={setFrequency}
          />
        )}
        <Note>{isOwn ? texts.frequencyHint : texts.othersHint}</Note>
      </Stack>
      <Actions>
        <Button look="accent" type="submit" icon="check" isBusy={isBusy}>
          {texts.confirm}
        </Button>
        {children}
      </Actions>
    </Form>
  )
}
