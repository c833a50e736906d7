import { useSearchParams } from 'react-router'
import { Button } from '#web/kit/components/Button.tsx'
import { CheckBox, Field, Form, Select } from '#web/kit/components/forms.tsx'
import { Columns, Line } from '#web/kit/components/layout.tsx'
import { useConsoleTexts } from './console-texts.ts'
import type { Given } from './use-rows.ts'

interface Fields {
  readonly texts: readonly string[]
  readonly flags: readonly string[]
}

/** What the address says of a list, as its command takes it. */
export function useFilter({ texts, flags }: Fields): Given {
  const [params] = useSearchParams()
  return Object.fromEntries([
    ...texts.flatMap((name) => {
      const value = params.get(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value] as const]
    }),
    ...flags.flatMap((name) => (params.get(name) === 'true' ? [[name, true] as const] : [])),
  ])
}

interface ListFilterProps {
  readonly given: Given
  /** Fields to type into, with their labels. */
  readonly texts?: readonly (readonly [name: string, label: string])[]
  readonly hasDates?: boolean
  readonly flags: readonly (readonly [name: string, label: string])[]
  /** The choice of a state, where the list has one. */
  readonly states?: {
    /** `state` by default. */
    readonly name?: string
    readonly label: string
    readonly options: readonly { readonly value: string; readonly text: string }[]
  }
}

/** Narrows a list down; the choice is in the address. */
export function ListFilter({ given, texts = [], hasDates = true, flags, states }: ListFilterProps) {
  const { list } = useConsoleTexts().pages
  const [params, setParams] = useSearchParams()
  const change = (values: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(params)
    for (const [field, value] of Object.entries(values)) {
      if (value === '') next.delete(field)
      else next.set(field, value)
    }
    setParams(next, { replace: true })
  }
  const text = (field: string) => String(given[field] ?? '')
  return (
    <Form
      key={params.toString()}
      aria-label={list.filter}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        change(
          Object.fromEntries(
            [...typed].map(([field, value]) => [field, typeof value === 'string' ? value.trim() : '']),
          ),
        )
      }}
    >
      <Columns gap={4} min={12}>
        {texts.map(([name, label]) => (
          <Field key={name} label={label} name={name} defaultValue={text(name)} />
        ))}
        {hasDates && (
          <>
            <Field label={list.since} name="since" type="date" defaultValue={text('since')} />
            <Field label={list.until} name="until" type="date" defaultValue={text('until')} />
          </>
        )}
      </Columns>
      <Line gap={4}>
        {states !== undefined && (
          <Select
            label={states.label}
            value={text(states.name ?? 'state')}
            options={states.options}
            onChange={(state) => change({ [states.name ?? 'state']: state })}
          />
        )}
        {flags.map(([flag, label]) => (
          <CheckBox
            key={flag}
            checked={given[flag] === true}
            onChange={({ target }) => change({ [flag]: target.checked ? 'true' : '' })}
          >
            {label}
          </CheckBox>
        ))}
        <Button type="submit" size="small">
          {list.apply}
        </Button>
      </Line>
    </Form>
  )
}
