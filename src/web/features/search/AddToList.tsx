import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LIST_NAME_MAX } from '#shared/rules/cards.ts'
import { LogInFirst } from '#web/features/accounts/LogInPrompt.tsx'
import { UndoNotice } from '#web/features/reveals/ActionNotice.tsx'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Field, Form } from '#web/kit/components/forms.tsx'
import { Actions, Stack } from '#web/kit/components/layout.tsx'
import { Row, Rows } from '#web/kit/components/lists.tsx'
import { LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { useForm } from '#web/kit/components/use-form.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { showToast } from '#web/kit/toasts/toasts.tsx'
import type { Channel } from './use-results.ts'

const KEY = 'lists'
const TOAST = 'add-to-list'
forgetOnLogout(KEY)

/** Where chosen channels go: a list, or a new one of this name. */
type Target = { readonly listId: number; readonly name: string } | { readonly name: string }

/** Puts chosen channels into one of the lists, or into a new one. */
export function AddToList({ channels }: { readonly channels: readonly Channel[] }) {
  const { search, common } = useTexts()
  const { language } = useLanguage()
  const { status } = useSession()
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    if (status === 'in') return setOpen(true)
    const text = <LogInFirst toast={TOAST} />
    void showToast({ kind: 'error', text, id: TOAST, hasProgress: false })
  }
  return (
    <>
      <Button size="small" icon="list" aria-haspopup="dialog" disabled={channels.length === 0} onClick={open}>
        {search.addToList}
      </Button>
      <Dialog
        title={search.addToListTitle(channels.length, formatNumber(channels.length, language))}
        closeLabel={common.close}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Targets channels={channels} onAdded={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

interface Added {
  readonly listId: number
  readonly name: string
  readonly count: number
  /** The channels that were not in the list before; null for a new list. */
  readonly added: readonly string[] | null
}

interface TargetsProps {
  readonly channels: readonly Channel[]
  readonly onAdded: () => void
}

/** The lists, and the name of a new one. */
function Targets({ channels, onAdded }: TargetsProps) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: [KEY],
    queryFn: async ({ signal }) => (await call('GET /lists', { signal })).data,
    staleTime: 0,
  })
  const { mutate: undo } = useAction({
    async mutationFn({ listId, added }: Added) {
      const params = { listId }
      if (added === null) await call('DELETE /lists/{listId}', { params })
      else await call('DELETE /lists/{listId}/channels', { params, body: { channelIds: [...added] } })
    },
    meta: { subject: TOAST, failure: search.addFailed },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  })
  const { busyWith, mutate: add } = useAction({
    async mutationFn(target: Target): Promise<Added> {
      const body = { channelIds: channels.map(({ channelId }) => channelId) }
      if ('listId' in target) {
        const params = { listId: target.listId }
        const { list, added } = (await call('PUT /lists/{listId}/channels', { params, body })).data
        return { ...list, added, count: added.length }
      }
      const { data: list } = await call('POST /lists', { body: { name: target.name, ...body } })
      return { ...list, added: null }
    },
    meta: {
      subject: TOAST,
      success: (done) => ({
        kind: 'success',
        text: (
          <UndoNotice
            text={search.added(done.count, formatNumber(done.count, language), done.name)}
            onUndo={done.count === 0 ? null : () => undo(done)}
          />
        ),
      }),
      failure: search.addFailed,
    },
    onSuccess: onAdded,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  })
  const { form, field } = useForm({
    initial: { name: '' },
    rules: { name: (name) => (name.trim() === '' ? 'required' : null) },
    isBusy: busyWith !== null,
    onSubmit: ({ name }) => add({ name: name.trim() }),
  })
  if (data === undefined && error !== null)
    return <LoadFailure title={search.listsFailed} onRetry={() => void refetch()} />
  return (
    <Stack gap={4}>
      {data === undefined ? (
        <Skeleton height="3em" />
      ) : (
        data.length > 0 && (
          <Rows>
            {data.map(({ listId, name, count }) => (
              <Row key={listId} name={name} details={formatNumber(count, language)}>
                <Button
                  size="small"
                  aria-label={`${search.addToList}: ${name}`}
                  isBusy={busyWith !== null && 'listId' in busyWith && busyWith.listId === listId}
                  onClick={() => busyWith === null && add({ listId, name })}
                >
                  {search.addToList}
                </Button>
              </Row>
            ))}
          </Rows>
        )
      )}
      <Form {...form}>
        <Field label={search.newList} maxLength={LIST_NAME_MAX} {...field('name')} />
        <Actions>
          <Button look="ink" type="submit" icon="plus" isBusy={busyWith !== null && !('listId' in busyWith)}>
            {search.newListAdd}
          </Button>
        </Actions>
      </Form>
    </Stack>
  )
}
