import { useState } from 'react'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { queryClient } from '#web/kit/api/queries.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { Button, IconButton } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Heading, Note, Stack, Words } from '#web/kit/components/layout.tsx'
import { Row, Rows } from '#web/kit/components/lists.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { filtersIn, queryOf } from './recent-searches.ts'
import { newWritten, refreshSaved, savedAs, type SavedSearch, useSavedSearches } from './saved-searches.ts'
import { type Described, SavedSearchForm } from './SavedSearchForm.tsx'
import { useFilterText } from './use-filter-text.ts'
import { writeSearch } from './write-search.ts'

const EXAMPLE = { types: ['Tech Reviews'], ranges: ['100-500K'] } as const

/** The saved searches, with what is new in each; empty when there are none. */
export function SavedSearches({ onForgotten }: { readonly onForgotten: () => void }) {
  const { savedSearches: texts } = useTexts()
  const { data: saved, isError } = useSavedSearches()
  const [edited, setEdited] = useState<SavedSearch | null>(null)
  if (isError) return <p role="alert">{texts.loadFailed}</p>
  if (saved === undefined || saved.length === 0) return null
  return (
    <section aria-labelledby="saved-searches">
      <Stack gap={2}>
        <Heading id="saved-searches" isSmall>
          {texts.title}
        </Heading>
        <Rows>
          {saved.map((search) => (
            <Saved key={search.searchId} search={search} onEdit={() => setEdited(search)} />
          ))}
        </Rows>
      </Stack>
      <EditDialog edited={edited} onClose={() => setEdited(null)} onForgotten={onForgotten} />
    </section>
  )
}

/** Says what a saved search does, and leads to one that can be saved, while there are none. */
export function SavedSearchesHint() {
  const { savedSearches: texts } = useTexts()
  const { data: saved } = useSavedSearches()
  const mayChange = useMay('purchases:write')
  if (saved?.length !== 0 || !mayChange) return null
  return (
    <section aria-labelledby="saved-searches">
      <Stack gap={2}>
        <Heading id="saved-searches" isSmall>
          {texts.title}
        </Heading>
        <Note>{texts.none}</Note>
        <PageLink page="search" search={writeSearch(EXAMPLE)}>
          {texts.tryExample}
        </PageLink>
      </Stack>
    </section>
  )
}

/** One of them: leads to its new channels, or to all of them when none is new. */
function Saved({ search, onEdit }: { readonly search: SavedSearch; readonly onEdit: () => void }) {
  const { savedSearches: texts } = useTexts()
  const { language } = useLanguage()
  const textOf = useFilterText()
  const mayChange = useMay('purchases:write')
  const { searchId, name, newCount, frequency } = search
  const made = savedAs(search)
  const isNew = newCount > 0
  const details = [made.text, ...filtersIn(made).map(textOf)].filter((text) => text !== '' && text !== name)
  // What was opened within a minute is not what is new now.
  const forget = () =>
    isNew &&
    queryClient.removeQueries({
      predicate: ({ queryKey: [, asked] }) =>
        (asked as { readonly fresh?: number } | undefined)?.fresh === searchId,
    })
  return (
    <Row
      name={
        <PageLink
          page="search"
          search={isNew ? writeSearch({ fresh: searchId }) : queryOf(made)}
          onClick={forget}
        >
          <Words tone="strong">
            <Icon name="search" size="small" />
            <span>{name}</span>
          </Words>
          {isNew && (
            <Words tone="success">{`, ${texts.fresh(newCount, newWritten(newCount, language))}`}</Words>
          )}
        </PageLink>
      }
      details={[...details, ...(frequency === 'never' ? [] : [texts.mailed[frequency]])].join(', ')}
    >
      <IconButton icon="pencil" label={texts.edit(name)} disabled={!mayChange} onClick={onEdit} />
    </Row>
  )
}

interface EditDialogProps {
  readonly edited: SavedSearch | null
  readonly onClose: () => void
  /** What held the focus has disappeared. */
  readonly onForgotten: () => void
}

function EditDialog({ edited, onClose, onForgotten }: EditDialogProps) {
  const { savedSearches: texts, common } = useTexts()
  // The dialog keeps its content while it leaves.
  const [last, setLast] = useState(edited)
  if (edited !== null && edited !== last) setLast(edited)
  const change = useAction({
    async mutationFn({ searchId, ...body }: Partial<Described> & { readonly searchId: number }) {
      await call('PUT /searches/{searchId}', { params: { searchId }, body })
      await refreshSaved()
    },
    meta: {
      subject: 'saved-search',
      success: texts.changed,
      failure: (refusal, describe) =>
        refusal.fields['name'] === undefined ? describe(refusal, texts.changeFailed) : null,
    },
    onSuccess: onClose,
  })
  const remove = useAction({
    async mutationFn({ searchId }: SavedSearch) {
      await call('DELETE /searches/{searchId}', { params: { searchId } })
      await refreshSaved()
    },
    meta: {
      subject: 'saved-search',
      success: (_, { name }) => texts.removed(name),
      failure: (refusal, describe) => describe(refusal, texts.removeFailed),
    },
    onSuccess() {
      onClose()
      onForgotten()
    },
  })
  return (
    <Dialog
      title={texts.editTitle}
      closeLabel={common.close}
      isOpen={edited !== null}
      onClose={onClose}
      place="side"
    >
      {last !== null && (
        <SavedSearchForm
          key={last.searchId}
          initial={last}
          isOwn={last.isOwn}
          error={change.error}
          isBusy={change.isPending}
          onConfirm={({ name, frequency }) =>
            change.mutate({ name, ...(last.isOwn && { frequency }), searchId: last.searchId })
          }
        >
          <Button icon="bin" isBusy={remove.isPending} onClick={() => remove.mutate(last)}>
            {texts.remove}
          </Button>
        </SavedSearchForm>
      )}
    </Dialog>
  )
}
