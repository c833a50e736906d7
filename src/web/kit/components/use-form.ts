import { type ChangeEvent, type FormEvent, type RefObject, useRef, useState } from 'react'
import type { FieldProblem } from '#shared/api/errors.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface FormSchema<Name extends string> {
  /** The values when the form opens. */
  readonly initial: Readonly<Record<Name, string>>
  /** What is wrong with each value; the form is not sent until nothing is. */
  readonly rules: Readonly<Record<Name, (value: string) => FieldProblem | null>>
  /** The same in other words than those of most forms. */
  readonly words?: Partial<Readonly<Record<FieldProblem, string>>>
  /** What the server found wrong with what was sent. */
  readonly refused?: Partial<Readonly<Record<Name, string | null>>>
  readonly isBusy: boolean
  readonly onSubmit: (values: Readonly<Record<Name, string>>) => void
}

interface FieldControl {
  readonly name: string
  readonly value: string
  readonly error: string | null
  readonly required: true
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

interface FormControl<Name extends string> {
  readonly values: Readonly<Record<Name, string>>
  /** Whether nothing is wrong; otherwise the problems show, and the first wrong field has the focus. */
  readonly check: () => boolean
  /** For `Form`. */
  readonly form: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly onSubmit: (event: FormEvent) => void
  }
  /** For the field of that name. */
  readonly field: (name: Name) => FieldControl
}

/** A form of text fields. A problem shows once the form was submitted, until its field changes. */
export function useForm<Name extends string>({
  initial,
  rules,
  words = {},
  refused = {},
  isBusy,
  onSubmit,
}: FormSchema<Name>): FormControl<Name> {
  const texts = { ...useTexts().fieldProblems, ...words }
  const [values, setValues] = useState(initial)
  const [submitted, setSubmitted] = useState<Partial<typeof initial>>({})
  const ref = useRef<HTMLFormElement>(null)
  const check = () => {
    setSubmitted(values)
    const wrong = (Object.keys(rules) as Name[]).find((name) => rules[name](values[name]) !== null)
    ref.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    return wrong === undefined
  }
  const errorOf = (name: Name) => {
    if (submitted[name] !== values[name]) return null
    const problem = rules[name](values[name])
    return problem === null ? (refused[name] ?? null) : texts[problem]
  }
  return {
    values,
    check,
    form: {
      ref,
      onSubmit(event) {
        event.preventDefault()
        if (!isBusy && check()) onSubmit(values)
      },
    },
    field: (name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      required: true,
      onChange: ({ target }) => setValues({ ...values, [name]: target.value }),
    }),
  }
}

/** The rule of a field that must not be empty. */
export function isMissing(value: string): FieldProblem | null {
  return value.trim() === '' ? 'required' : null
}
