import { useState } from 'react'
import { SEARCH_NAME_MAX } from '#shared/rules/saved-searches.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useMay } from '#web/kit/api/rights.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Lead, Words } from '#web/kit/components/layout.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { filterBody, isSavedAs, refreshSaved, useSavedSearches } from './saved-searches.ts'
import { type Described, SavedSearchForm } from './SavedSearchForm.tsx'
import { isEmptySearch, type Search } from './search-address.ts'
import { filtersIn } from './recent-searches.ts'
import { useFilterText } from './use-filter-text.ts'

/** Saves the current search, or says that it is saved. Topics cannot be: what recent titles are about is known later. */
export function SaveSearch({ search }: { readonly search: Search }) {
  const { savedSearches: texts, common } = useTexts()
  const { status } = useSession()
  const mayChange = useMay('purchases:write')
  const { data: saved } = useSavedSearches()
  const textOf = useFilterText()
  const [isOpen, setIsOpen] = useState(false)
  const { isPending, error, mutate } = useAction({
    async mutationFn(described: Described) {
      const body = { ...described, text: search.text, ...filterBody(search) }
      await call('POST /searches', { body })
      await refreshSaved()
    },
    meta: {
      subject: 'save-search',
      success: (_, { name }) => texts.saved(name.trim()),
      failure: (refusal, describe) =>
        refusal.fields['name'] === undefined ? describe(refusal, texts.saveFailed) : null,
    },
    onSuccess: () => setIsOpen(false),
  })
  if (status !== 'in' || saved === undefined || isEmptySearch(search) || search.by === 'topic') return null
  const known = saved.find((one) => isSavedAs(search, one))
  if (known !== undefined)
    return (
      <Words isSmall>
        <Icon name="check" size="small" />
        <span>{texts.isSaved(known.name)}</span>
      </Words>
    )
  if (!mayChange) return null
  const suggested = [search.text, ...filtersIn(search).map(textOf)].filter(Boolean).join(', ')
  return (
    <div>
      <Button look="quiet" size="small" icon="plus" onClick={() => setIsOpen(true)}>
        {texts.save}
      </Button>
      <Dialog
        title={texts.save}
        closeLabel={common.close}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        place="side"
      >
        <Lead>{texts.saveLead}</Lead>
        <SavedSearchForm
          initial={{ name: suggested.slice(0, SEARCH_NAME_MAX), frequency: 'week' }}
          isOwn
          error={error}
          isBusy={isPending}
          onConfirm={mutate}
        />
      </Dialog>
    </div>
  )
}
