import { useState } from 'react'
import { useNavigate } from 'react-router'
import { LIST_NAME_MAX } from '#shared/rules/cards.ts'
import { PATHS } from '#shared/paths.ts'
import { UndoNotice } from '#web/features/reveals/ActionNotice.tsx'
import { ExportCards } from '#web/features/reveals/ExportCards.tsx'
import { ReadFileBack } from '#web/features/reveals/ReadFileBack.tsx'
import { useTeam } from '#web/features/uses/WhoPays.tsx'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { Button, IconButton } from '#web/kit/components/Button.tsx'
import { CopyButton } from '#web/kit/components/CopyButton.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { DialogForm } from '#web/kit/components/DialogForm.tsx'
import { Field, Switch } from '#web/kit/components/forms.tsx'
import { Stack } from '#web/kit/components/layout.tsx'
import { isMissing } from '#web/kit/components/use-form.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { type ListRecord, refreshCards } from './card-records.ts'
import { deleteList, putIn } from './change-lists.ts'
import { keepUndo } from './use-card-changes.tsx'

interface OfList {
  readonly list: ListRecord
}

/** What can be done with a list as a whole. */
export function ListActions({ list }: OfList) {
  const { cards: texts } = useTexts()
  const [opened, open] = useState<'name' | 'share' | null>(null)
  const { rename, isBusy, problem } = useRename(list, () => open(null))
  const remove = useDeletion(list)
  return (
    <>
      <Button size="small" icon="external" onClick={() => open('share')}>
        {texts.share}
      </Button>
      <ExportCards list={list.listId} />
      <ReadFileBack listId={list.listId} onChange={() => void refreshCards()} />
      <IconButton icon="pencil" label={texts.rename} onClick={() => open('name')} />
      <IconButton icon="bin" label={texts.deleteList} onClick={() => remove()} />
      <DialogForm
        title={texts.rename}
        isOpen={opened === 'name'}
        onClose={() => open(null)}
        name="name"
        input={{ label: texts.listName, maxLength: LIST_NAME_MAX, autoComplete: 'off' }}
        initial={list.name}
        rule={isMissing}
        refused={problem}
        confirmLabel={texts.rename}
        isBusy={isBusy}
        onConfirm={rename}
      />
      <ShareDialog list={list} isOpen={opened === 'share'} onClose={() => open(null)} />
    </>
  )
}

const SUBJECT = 'list-changed'

function useRename({ listId, name: former }: ListRecord, onDone: () => void) {
  const { cards: texts, fieldProblems } = useTexts()
  const { mutate, isPending, error } = useAction({
    async mutationFn({ name }: { readonly name: string; readonly isUndo?: true }) {
      await call('PUT /lists/{listId}', { params: { listId }, body: { name } })
    },
    meta: {
      subject: SUBJECT,
      success: (_, { name, isUndo }) =>
        isUndo
          ? texts.listUndone
          : {
              kind: 'info',
              text: (
                <UndoNotice
                  text={texts.renamed(name)}
                  onUndo={keepUndo(() => mutate({ name: former, isUndo: true }))}
                />
              ),
            },
      failure: (refusal, describe) => ('name' in refusal.fields ? null : describe(refusal, texts.listFailed)),
    },
    async onSuccess() {
      onDone()
      await refreshCards()
    },
  })
  const wrong = error?.fields['name']
  return {
    rename: (name: string) => mutate({ name }),
    isBusy: isPending,
    problem: wrong === undefined ? null : fieldProblems[wrong],
  }
}

/** Deletes a list; what it answers makes it again. */
function useDeletion(list: ListRecord): () => void {
  const { cards: texts } = useTexts()
  const navigate = useNavigate()
  const { mutate: restore } = useAction({
    async mutationFn({
      name,
      channelIds,
    }: {
      readonly name: string
      readonly channelIds: readonly string[]
    }) {
      const { data } = await call('POST /lists', { body: { name } })
      await putIn(data, channelIds)
      return data
    },
    meta: { subject: SUBJECT, success: texts.listUndone, failure: texts.listFailed },
    async onSuccess({ listId }) {
      await refreshCards()
      await navigate(`${PATHS.lists}?list=${listId}`)
    },
  })
  const { mutate } = useAction({
    mutationFn: () => deleteList(list),
    meta: {
      subject: SUBJECT,
      success: (deleted) => ({
        kind: 'info',
        text: <UndoNotice text={texts.listDeleted(deleted.name)} onUndo={keepUndo(() => restore(deleted))} />,
      }),
      failure: texts.listFailed,
    },
    async onSuccess() {
      await navigate(PATHS.lists)
      await refreshCards()
    },
  })
  return mutate
}

interface ShareDialogProps extends OfList {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The link for colleagues, and the one that anybody may open, while it is on. */
function ShareDialog({ list, isOpen, onClose }: ShareDialogProps) {
  const { cards: texts, common } = useTexts()
  const { listId, link } = list
  const team = useTeam()
  const { mutate, isPending } = useAction({
    async mutationFn(isWanted: boolean) {
      const params = { listId }
      await (isWanted
        ? call('PUT /lists/{listId}/link', { params })
        : call('DELETE /lists/{listId}/link', { params }))
    },
    meta: {
      subject: SUBJECT,
      success: (_, isWanted) => (isWanted ? null : texts.linkEnded),
      failure: texts.listFailed,
    },
    onSuccess: refreshCards,
  })
  const { origin } = window.location
  return (
    <Dialog title={texts.shareList(list.name)} closeLabel={common.close} isOpen={isOpen} onClose={onClose}>
      <Stack gap={5}>
        {team !== null && (
          <LinkField
            label={texts.linkForTeam}
            hint={texts.linkForTeamHint}
            link={`${origin}${PATHS.lists}?list=${listId}&team=${team.teamId}`}
          />
        )}
        <Switch
          label={texts.linkForAll}
          hint={texts.linkForAllHint}
          checked={link !== null}
          aria-busy={isPending || undefined}
          onChange={({ target }) => mutate(target.checked)}
        />
        {link !== null && (
          <LinkField label={texts.publicLink} link={`${origin}${PATHS.shared.replace(':token', link)}`} />
        )}
      </Stack>
    </Dialog>
  )
}

interface LinkFieldProps {
  readonly label: string
  readonly hint?: string
  readonly link: string
}

function LinkField({ label, hint, link }: LinkFieldProps) {
  const { cards: texts, reveals } = useTexts()
  return (
    <Field
      label={label}
      {...(hint !== undefined && { hint })}
      value={link}
      readOnly
      onFocus={({ target }) => target.select()}
      trailing={
        <CopyButton
          text={link}
          label={texts.copyLink(label)}
          doneLabel={texts.linkCopied}
          failedText={reveals.copyFailed}
        />
      }
    />
  )
}
