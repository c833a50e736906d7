import { type ReactNode, useState } from 'react'
import {
  CURRENCIES,
  type Currency,
  NOTE_MAX,
  PRICE_MAX,
  TAG_MAX,
  TAGS_OF_CARD_MAX,
} from '#shared/rules/cards.ts'
import { ChannelLinks } from '#web/features/reveals/ChannelLinks.tsx'
import { RevealPanel } from '#web/features/reveals/RevealPanel.tsx'
import { StagePill } from '#web/features/reveals/StagePill.tsx'
import { call } from '#web/kit/api/call.ts'
import { useMay } from '#web/kit/api/rights.ts'
import { usePages } from '#web/kit/api/queries.tsx'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Field, Select, TextArea } from '#web/kit/components/forms.tsx'
import { Heading, Line, Note, Stack } from '#web/kit/components/layout.tsx'
import { EntryList } from '#web/kit/components/lists.tsx'
import { formatDateTime, formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { AddToList } from './AddToList.tsx'
import styles from './CardParts.module.css'
import { ChannelWords, Contact } from './CardParts.tsx'
import { type CardRecord, type Person, useLists, useNewPurchases } from './card-records.ts'
import type { CardPatch } from './change-cards.ts'
import { readAmount, readTags } from './filter-cards.ts'
import type { CardChanges } from './use-card-changes.tsx'

interface CardDialogProps extends Pick<CardChanges, 'change'> {
  /** Null shows nothing. */
  readonly card: CardRecord | null
  readonly people: readonly Person[]
  readonly onClose: () => void
}

/** All that is known and noted of a channel in the person's hands; what is changed is saved at once. */
export function CardDialog({ card, people, change, onClose }: CardDialogProps) {
  const { common } = useTexts()
  // It keeps its content while it leaves.
  const [last, setLast] = useState(card)
  if (card !== null && card !== last) setLast(card)
  return (
    <Dialog
      title={last?.channel_name ?? ''}
      isTitleHidden
      place="side"
      closeLabel={common.close}
      isOpen={card !== null}
      onClose={onClose}
    >
      {last !== null && (
        <Content key={last.channelId} card={last} people={people} change={(patch) => change(last, patch)} />
      )}
    </Dialog>
  )
}

interface ContentProps {
  readonly card: CardRecord
  readonly people: readonly Person[]
  readonly change: (patch: CardPatch) => void
}

function Content({ card, people, change }: ContentProps) {
  const { cards: texts, purchases } = useTexts()
  const { language } = useLanguage()
  const mayChange = useMay('purchases:write')
  useNewPurchases([card])
  return (
    <Stack gap={5}>
      <ChannelFace channel={card} level={3}>
        <ChannelWords channel={card} />
      </ChannelFace>
      <ChannelLinks channel={card} />
      {card.isBought || !card.hasContact ? (
        <Contact card={card} />
      ) : (
        <RevealPanel channel={{ ...card, noContactReason: null }} isCompact />
      )}
      <fieldset className={styles.fields} disabled={!mayChange}>
        <Line gap={5}>
          <StagePill
            stage={card.stage}
            label={purchases.statusOf(card.channel_name)}
            onChange={(stage) => change({ stage })}
          />
          <OwnerSelect
            people={people}
            value={card.owner?.userId ?? null}
            onChange={(ownerId) => change({ ownerId })}
          />
        </Line>
        <StepField card={card} change={change} />
        <PriceField card={card} change={change} />
        <TagsField card={card} change={change} />
        <NoteField card={card} change={change} />
      </fieldset>
      <ListsOf card={card} />
      <History card={card} />
      <Note>{texts.added(formatShortDate(card.addedAt, language))}</Note>
    </Stack>
  )
}

const NOBODY = 'none'

interface OwnerSelectProps {
  readonly people: readonly Person[]
  readonly value: number | null
  readonly onChange: (ownerId: number | null) => void
}

function OwnerSelect({ people, value, onChange }: OwnerSelectProps) {
  const { cards: texts } = useTexts()
  return (
    <Select
      label={texts.fields.ownerId}
      value={value === null ? NOBODY : String(value)}
      options={[
        { value: NOBODY, text: texts.nobody },
        ...people.map(({ userId, username }) => ({ value: String(userId), text: username })),
      ]}
      onChange={(id) => onChange(id === NOBODY ? null : Number(id))}
    />
  )
}

type FieldProps = Omit<ContentProps, 'people'>

/** A text that is saved when its field is left, and follows the card while it is not being edited. */
function useDraft(saved: string, save: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null)
  return {
    value: draft ?? saved,
    props: {
      value: draft ?? saved,
      autoComplete: 'off',
      onChange: ({ target }: { readonly target: { readonly value: string } }) => setDraft(target.value),
      onBlur: () => {
        setDraft(null)
        if (draft !== null && draft.trim() !== saved) save(draft.trim())
      },
    },
  }
}

function StepField({ card: { nextStepOn }, change }: FieldProps) {
  const { cards: texts } = useTexts()
  const { props } = useDraft(nextStepOn ?? '', (day) => change({ nextStepOn: day === '' ? null : day }))
  return <Field {...props} label={texts.fields.nextStepOn} type="date" max="2099-12-31" />
}

function PriceField({ card: { price }, change }: FieldProps) {
  const { cards: texts } = useTexts()
  const saved = price === null ? '' : String(price.amount)
  const [currency, setCurrency] = useState<Currency>(price?.currency ?? 'RUB')
  const set = (text: string, now = currency) => {
    const amount = readAmount(text)
    if (amount === null) change({ price: null })
    else if (isAmount(amount)) change({ price: { amount, currency: now } })
  }
  const { value, props } = useDraft(saved, set)
  const amount = readAmount(value)
  const isWrong = amount !== null && !isAmount(amount)
  return (
    <div className={styles.price}>
      <Field
        {...props}
        label={texts.fields.price}
        inputMode="decimal"
        error={isWrong ? texts.wrongPrice : null}
      />
      <Select
        label={texts.currency}
        value={price?.currency ?? currency}
        options={CURRENCIES.map((code) => ({ value: code, text: code }))}
        onChange={(next) => {
          setCurrency(next)
          if (price !== null) set(String(price.amount), next)
        }}
      />
    </div>
  )
}

function isAmount(amount: number): boolean {
  return amount <= PRICE_MAX
}

function TagsField({ card: { tags }, change }: FieldProps) {
  const { cards: texts } = useTexts()
  const { value, props } = useDraft(tags.join(', '), (text) => {
    if (problemOf(text) === null) change({ tags: readTags(text) })
  })
  return <Field {...props} label={texts.fields.tags} hint={texts.tagsHint} error={useTagsProblem(value)} />
}

type TagsProblem = 'tags_of_card' | 'too_long' | null

function problemOf(text: string): TagsProblem {
  const tags = readTags(text)
  if (tags.length > TAGS_OF_CARD_MAX) return 'tags_of_card'
  return tags.some((tag) => tag.length > TAG_MAX) ? 'too_long' : null
}

/** What is wrong with tags as they are typed; null when nothing is. */
export function useTagsProblem(text: string): string | null {
  const { fieldProblems } = useTexts()
  const problem = problemOf(text)
  return problem === null ? null : fieldProblems[problem]
}

function NoteField({ card: { note }, change }: FieldProps) {
  const { cards: texts } = useTexts()
  const { props } = useDraft(note, (text) => change({ note: text }))
  return <TextArea {...props} label={texts.fields.note} maxLength={NOTE_MAX} />
}

function ListsOf({ card }: { readonly card: CardRecord }) {
  const { cards: texts } = useTexts()
  const { data: lists = [] } = useLists()
  const own = lists.filter(({ listId }) => card.lists.includes(listId))
  return (
    <Stack gap={2}>
      <Note>{own.length === 0 ? texts.inNoList : texts.inLists(own.map(({ name }) => name).join(', '))}</Note>
      <div>
        <AddToList channelIds={[card.channelId]} />
      </div>
    </Stack>
  )
}

/** What happened to the card, the newest first. */
function History({ card: { channelId, version } }: { readonly card: CardRecord }) {
  const { cards: texts, purchases } = useTexts()
  const { language } = useLanguage()
  const pages = usePages({
    queryKey: ['cards', 'events', channelId, version],
    fetchPage: (cursor, signal) =>
      call('GET /cards/{channelId}/events', {
        params: { channelId },
        query: cursor,
        handles: 'all',
        signal,
      }),
  })
  const valueOf = (kind: string, value: string | null): ReactNode => {
    if (value === null || value === '') return texts.nothing
    const statuses: Readonly<Record<string, string>> = purchases.statuses
    return kind === 'stage'
      ? (statuses[value] ?? value)
      : kind === 'next_step'
        ? formatShortDate(value, language)
        : value
  }
  return (
    <Stack gap={3}>
      <Heading isSmall>{texts.history}</Heading>
      <EntryList
        pages={pages}
        label={texts.history}
        empty={texts.noHistory}
        failed={texts.historyFailed}
        more={texts.showMore}
        toEntry={({ at, by, kind, value }) => ({
          key: `${at} ${kind}`,
          what: texts.events[kind],
          notes: [
            ...(kind === 'revealed' || kind === 'exported' ? [] : [valueOf(kind, value)]),
            by?.username ?? texts.somebody,
            formatDateTime(at, language),
          ],
          amount: '',
          isGain: false,
        })}
      />
    </Stack>
  )
}
