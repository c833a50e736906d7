import { type FormEvent, useId, useRef, useState } from 'react'
import { SEED_LINES_MAX } from '#shared/rules/bounds.ts'
import { SearchTabs } from '#web/features/search/SearchTabs.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Form, FormActions, TextArea } from '#web/kit/components/forms.tsx'
import { Note, PageScaffold, Screenful, Stack } from '#web/kit/components/layout.tsx'
import { EmptyState, LoadFailure } from '#web/kit/components/states.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatNumber, formatWait } from '#web/kit/formats/format.ts'
import { useCarriedList } from '#web/kit/links/location-state.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { readLines } from './read-lines.ts'
import { changeSeedList, useSeedList } from './seed-list.ts'
import { describeSeeds, FoundSeeds, FoundSeedsSkeleton } from './FoundSeeds.tsx'
import { useSeeds } from './use-seeds.ts'

/** A list of names, handles and addresses, looked up line by line. */
export function SeedsPage() {
  const { seeds } = useTexts()
  return (
    <Queries>
      <PageHead title={seeds.title} description={seeds.description} page="seeds" />
      <PageScaffold kind="list" gap={5} title={seeds.title} lead={seeds.lead}>
        <SearchTabs />
        <SeedsScreen />
      </PageScaffold>
    </Queries>
  )
}

function SeedsScreen() {
  const { seeds: texts, errors, status } = useTexts()
  const { language } = useLanguage()
  const list = useSeedList()
  const { seeds, isLoading, error, retry } = useSeeds(list)
  const lookUp = (text: string) => {
    const lines = readLines(text)
    // A line that stays keeps the channel that was chosen for it.
    const picks = Object.fromEntries(Object.entries(list.picks).filter(([line]) => lines.includes(line)))
    changeSeedList({ text, lines, picks })
  }
  useCarriedList(lookUp)
  const wait = error?.code === 'too_many_requests' ? error.retryAfter : null
  return (
    <>
      <SeedForm
        text={list.text}
        hasAnswer={list.lines.length > 0}
        isBusy={isLoading && error === null}
        onLookUp={lookUp}
      />
      <section aria-label={texts.results} aria-busy={isLoading}>
        <Screenful>
          <Stack gap={4}>
            {/* There from the start, so that screen readers announce it. */}
            <VisuallyHidden>
              <span role="status">
                {seeds !== null && !isLoading && describeSeeds(seeds, texts, language)}
              </span>
            </VisuallyHidden>
            {error !== null ? (
              <LoadFailure
                code={error.code}
                title={error.code === 'too_many_requests' ? errors.too_many_requests : texts.errorTitle}
                text={
                  wait === null ? texts.errorText : status.tooManyRequests.wait(formatWait(wait, language))
                }
                onRetry={retry}
              />
            ) : seeds === null && isLoading ? (
              <FoundSeedsSkeleton rows={Math.min(list.lines.length, 8)} />
            ) : seeds === null ? (
              <EmptyState drawing="box" isSmall title={texts.emptyTitle} text={texts.emptyText} />
            ) : (
              <FoundSeeds
                seeds={seeds}
                onPick={(line, channelId) => changeSeedList({ picks: { ...list.picks, [line]: channelId } })}
              />
            )}
          </Stack>
        </Screenful>
      </section>
    </>
  )
}

interface SeedFormProps {
  /** The text that was looked up last. */
  readonly text: string
  readonly hasAnswer: boolean
  /** The list is being looked up. */
  readonly isBusy: boolean
  readonly onLookUp: (text: string) => void
}

function SeedForm({ text, hasAnswer, isBusy, onLookUp }: SeedFormProps) {
  const { seeds: texts } = useTexts()
  const { language } = useLanguage()
  const [typed, setTyped] = useState(text)
  const [lastText, setLastText] = useState(text)
  const [isRefused, setRefused] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const countId = useId()
  if (text !== lastText) {
    setLastText(text)
    setTyped(text)
  }
  const area = () => place.current?.querySelector('textarea') ?? null
  const count = readLines(typed).length
  const isTooLong = count > SEED_LINES_MAX
  const [written, most] = [formatNumber(count, language), formatNumber(SEED_LINES_MAX, language)]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefused(count === 0 || isTooLong)
    if (count === 0 || isTooLong) area()?.focus()
    else onLookUp(typed)
  }
  const clear = () => {
    onLookUp('')
    setTyped('')
    setRefused(false)
    area()?.focus()
  }
  const problem = count === 0 ? texts.empty : isTooLong ? texts.tooMany(count, written, most) : null
  return (
    <Form onSubmit={submit}>
      <Stack gap={2}>
        <Stack gap={1}>
          <div ref={place}>
            <TextArea
              // The results are what counts then.
              isShort={hasAnswer}
              label={texts.field}
              placeholder={texts.placeholder}
              value={typed}
              rows={5}
              spellCheck={false}
              autoCapitalize="none"
              error={isRefused ? problem : null}
              onChange={(event) => {
                setTyped(event.target.value)
                setRefused(false)
              }}
            />
          </div>
          <Note id={countId}>{count > 0 ? texts.lines(count, written, most) : '\u00a0'}</Note>
        </Stack>
        <FormActions submitAt="together">
          <Button look="ink" type="submit" icon="search" isBusy={isBusy} aria-describedby={countId}>
            {texts.lookUp}
          </Button>
          {typed !== '' && (
            <Button look="quiet" onClick={clear}>
              {texts.clear}
            </Button>
          )}
        </FormActions>
      </Stack>
    </Form>
  )
}
