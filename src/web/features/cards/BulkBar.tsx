import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Stage, STAGES } from '#shared/rules/cards.ts'
import { GetContacts } from '#web/features/reveals/BulkReveal.tsx'
import { ActionNotice, UndoNotice } from '#web/features/reveals/ActionNotice.tsx'
import { WriteToSeveral } from '#web/features/templates/WriteToSeveral.tsx'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useMay } from '#web/kit/api/rights.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { useCopy } from '#web/kit/components/CopyButton.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Field, Form, Select } from '#web/kit/components/forms.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { useMedia } from '#web/kit/components/motion.ts'
import { RowMenu } from '#web/kit/components/RowMenu.tsx'
import { Actions } from '#web/kit/components/layout.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { SelectionBar } from '#web/kit/table/SelectionBar.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { hideToast, showToast } from '#web/kit/toasts/toasts.tsx'
import { AddToList } from './AddToList.tsx'
import { useTagsProblem } from './CardDialog.tsx'
import {
  type CardRecord,
  type ListRecord,
  type Person,
  refreshCards,
  useNewPurchases,
} from './card-records.ts'
import type { BulkPatch } from './change-cards.ts'
import { CompareLink, comparePath } from './CompareLink.tsx'
import { readTags } from './filter-cards.ts'
import { putIn, takeOut } from './change-lists.ts'
import { keepUndo } from './use-card-changes.tsx'

interface BulkBarProps {
  /** Those selected. */
  readonly cards: readonly CardRecord[]
  /** Null where all cards are shown. */
  readonly list: ListRecord | null
  readonly people: readonly Person[]
  /** @param some of the selected ones; all by default */
  readonly onChange: (patch: BulkPatch, some?: readonly CardRecord[]) => void
  readonly onClear: () => void
}

/** Id of the notification that offers to mark them as contacted. */
const WRITTEN = 'written-cards'

/** What can be done with the selected cards. */
export function BulkBar({ cards, list, people, onChange, onClear }: BulkBarProps) {
  const { cards: texts, purchases, reveals, search, templates } = useTexts()
  const { language } = useLanguage()
  const [isChanging, setChanging] = useState(false)
  const { isCopied, copy } = useCopy(reveals.copyFailed)
  const mayChange = useMay('purchases:write')
  useNewPurchases(cards)
  const ids = cards.map(({ channelId }) => channelId)
  const emails = [...new Set(cards.flatMap(({ purchase }) => purchase?.email ?? []))]
  const count = search.chosen(cards.length, formatNumber(cards.length, language))
  const copied = purchases.copiedAll(emails.length, formatNumber(emails.length, language))
  const remove = useTakeOut(list)
  const isNarrow = useMedia('(max-width: 600px)')
  const comparison = comparePath(ids)
  const navigate = useNavigate()
  const addressees = cards.flatMap(({ channelId, channel_name, purchase }) =>
    purchase?.email == null ? [] : [{ channelId, channel_name, email: purchase.email }],
  )
  const offerMark = (written: readonly string[]) => {
    const fresh = cards.filter(({ channelId, stage }) => stage === 'found' && written.includes(channelId))
    if (fresh.length === 0 || !mayChange) return
    const onPress = () => {
      void hideToast(WRITTEN)
      onChange({ stage: 'contacted' }, fresh)
    }
    const text = templates.askWritten(written.length, formatNumber(written.length, language))
    const action = { label: purchases.markWritten, onPress }
    void showToast({ kind: 'info', id: WRITTEN, text: <ActionNotice text={text} action={action} /> })
  }
  const startChange = () => setChanging(true)
  return (
    <>
      <SelectionBar status={isCopied ? copied : cards.length > 0 && count} isEmpty={cards.length === 0}>
        <GetContacts channels={cards} />
        {!isNarrow && (
          <Button size="small" icon="pencil" disabled={!mayChange} onClick={startChange}>
            {texts.change}
          </Button>
        )}
        {addressees.length > 0 && <WriteToSeveral addressees={addressees} onWritten={offerMark} />}
        <AddToList channelIds={ids} />
        {!isNarrow && <CompareLink channelIds={ids} />}
        {(isNarrow || emails.length > 0 || (list !== null && mayChange)) && (
          <RowMenu label={texts.more}>
            {isNarrow && mayChange && (
              <button type="button" onClick={startChange}>
                <Icon name="pencil" size="small" />
                <span>{texts.change}</span>
              </button>
            )}
            {isNarrow && comparison !== null && (
              <button type="button" onClick={() => void navigate(comparison)}>
                <Icon name="eye" size="small" />
                <span>{search.compareChosen}</span>
              </button>
            )}
            {emails.length > 0 && (
              <button type="button" onClick={() => void copy(emails.join('\n'))}>
                <Icon name="copy" size="small" />
                <span>{texts.copyAddresses}</span>
              </button>
            )}
            {list !== null && mayChange && (
              <button
                type="button"
                onClick={() => {
                  onClear()
                  remove(ids)
                }}
              >
                <Icon name="bin" size="small" />
                <span>{texts.removeFromList}</span>
              </button>
            )}
            {isNarrow && (
              <button type="button" onClick={onClear}>
                <Icon name="cross" size="small" />
                <span>{search.clearChosen}</span>
              </button>
            )}
          </RowMenu>
        )}
        {!isNarrow && (
          <Button size="small" look="quiet" onClick={onClear}>
            {search.clearChosen}
          </Button>
        )}
      </SelectionBar>
      <BulkDialog
        title={texts.changeChannels(cards.length, formatNumber(cards.length, language))}
        isOpen={isChanging}
        people={people}
        onClose={() => setChanging(false)}
        onChange={onChange}
      />
    </>
  )
}

function useTakeOut(list: ListRecord | null): (channelIds: readonly string[]) => void {
  const { cards: texts } = useTexts()
  const { language } = useLanguage()
  const { mutate: undo } = useAction({
    mutationFn: (removed: readonly string[]) => (list === null ? Promise.resolve([]) : putIn(list, removed)),
    meta: { subject: 'list-changed', success: texts.listUndone, failure: texts.listFailed },
    onSuccess: refreshCards,
  })
  const { mutate } = useAction({
    mutationFn: (ids: readonly string[]) => (list === null ? Promise.resolve([]) : takeOut(list, ids)),
    meta: {
      subject: 'list-changed',
      success: (removed) => ({
        kind: 'info',
        text: (
          <UndoNotice
            text={texts.removedFrom(removed.length, formatNumber(removed.length, language), list?.name ?? '')}
            onUndo={keepUndo(() => undo(removed))}
          />
        ),
      }),
      failure: texts.listFailed,
    },
    onSuccess: refreshCards,
  })
  return mutate
}

interface BulkDialogProps extends Pick<BulkBarProps, 'people' | 'onChange'> {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

function BulkDialog({ title, isOpen, onClose, ...form }: BulkDialogProps) {
  const { common } = useTexts()
  return (
    <Dialog title={title} place="side" closeLabel={common.close} isOpen={isOpen} onClose={onClose}>
      <BulkForm {...form} onClose={onClose} />
    </Dialog>
  )
}

const KEEP = 'keep'
const NOBODY = 'none'

function BulkForm({ people, onChange, onClose }: Omit<BulkDialogProps, 'title' | 'isOpen'>) {
  const { cards: texts, purchases } = useTexts()
  const [stage, setStage] = useState<string>(KEEP)
  const [owner, setOwner] = useState<string>(KEEP)
  const [day, setDay] = useState('')
  const [addTags, setAddTags] = useState('')
  const [removeTags, setRemoveTags] = useState('')
  const problems = [useTagsProblem(addTags), useTagsProblem(removeTags)] as const
  const keep = { value: KEEP, text: texts.keep }
  const patch: BulkPatch = {
    ...(stage !== KEEP && { stage: stage as Stage }),
    ...(owner !== KEEP && { ownerId: owner === NOBODY ? null : Number(owner) }),
    ...(day !== '' && { nextStepOn: day }),
    ...(addTags.trim() !== '' && { addTags: readTags(addTags) }),
    ...(removeTags.trim() !== '' && { removeTags: readTags(removeTags) }),
  }
  const isReady = Object.keys(patch).length > 0 && problems.every((problem) => problem === null)
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady) return
        onClose()
        onChange(patch)
      }}
    >
      <Select
        label={texts.fields.stage}
        value={stage}
        options={[keep, ...STAGES.map((known) => ({ value: known, text: purchases.statuses[known] }))]}
        onChange={setStage}
      />
      <Select
        label={texts.fields.ownerId}
        value={owner}
        options={[
          keep,
          { value: NOBODY, text: texts.nobody },
          ...people.map(({ userId, username }) => ({ value: String(userId), text: username })),
        ]}
        onChange={setOwner}
      />
      <Field
        label={texts.fields.nextStepOn}
        type="date"
        max="2099-12-31"
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Field
        label={texts.addTags}
        hint={texts.tagsHint}
        value={addTags}
        error={problems[0]}
        autoComplete="off"
        onChange={({ target }) => setAddTags(target.value)}
      />
      <Field
        label={texts.removeTags}
        value={removeTags}
        error={problems[1]}
        autoComplete="off"
        onChange={({ target }) => setRemoveTags(target.value)}
      />
      <Actions>
        <Button type="submit" look="ink" disabled={!isReady}>
          {texts.apply}
        </Button>
      </Actions>
    </Form>
  )
}
