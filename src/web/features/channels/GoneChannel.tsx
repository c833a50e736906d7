import type { FormEvent } from 'react'
import { useHref, useNavigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { writeSearch } from '#web/features/search/write-search.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Field, FieldLine } from '#web/kit/components/forms.tsx'
import { GAP } from '#web/kit/components/Drawing.tsx'
import { StatusScreen } from '#web/kit/components/StatusScreen.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** The page of a channel that is not in the catalogue, or no longer: says so, and searches. */
export function GoneChannel() {
  const { channels, search } = useTexts()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('q')
    if (typeof text !== 'string' || text.trim() === '') return
    void navigate({ pathname: PATHS.search, search: writeSearch({ text: text.trim() }) })
  }
  return (
    <>
      <PageHead title={channels.gone.title} />
      <StatusScreen drawing={GAP} tab="404" title={channels.gone.title} text={channels.gone.text}>
        <form action={useHref(PATHS.search)} method="get" role="search" onSubmit={submit}>
          <FieldLine>
            <Field label={search.inputLabel} type="search" name="q" required autoComplete="off" />
            <Button look="ink" type="submit">
              {search.submit}
            </Button>
          </FieldLine>
        </form>
      </StatusScreen>
    </>
  )
}
