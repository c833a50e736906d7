import { UndoNotice } from '#web/features/reveals/ActionNotice.tsx'
import { BULK_MAX, LIST_NAME_MAX } from '#shared/rules/cards.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Field, Form } from '#web/kit/components/forms.tsx'
import { Note, Stack } from '#web/kit/components/layout.tsx'
import { Row, Rows } from '#web/kit/components/lists.tsx'
import { isMissing, useForm } from '#web/kit/components/use-form.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { type ListRecord, refreshCards, useLists } from './card-records.ts'
import { deleteList, putIn, takeOut } from './change-lists.ts'
import { keepUndo } from './use-card-changes.tsx'

const SUBJECT = 'list-changed'

/** A list, or the name of a new one. */
type Target = ListRecord | string

interface ListChoiceProps {
  readonly channelIds: readonly string[]
  readonly onDone: () => void
}

/** The lists to put channels into, and the name of a new one. */
export function ListChoice({ channelIds, onDone }: ListChoiceProps) {
  const { cards: texts } = useTexts()
  const { language } = useLanguage()
  const { data: lists = [] } = useLists()
  const { add, isBusy, problem } = useAddTo(channelIds, onDone)
  const { form, field } = useForm({
    initial: { name: '' },
    rules: { name: isMissing },
    refused: { name: problem },
    isBusy,
    onSubmit: ({ name }) => add(name),
  })
  return (
    <Stack gap={5}>
      {lists.length > 0 && (
        <Rows>
          {lists.map((list) => (
            <Row
              key={list.listId}
              name={list.name}
              details={texts.channels(list.count, formatNumber(list.count, language))}
            >
              <Button size="small" aria-label={texts.addTo(list.name)} onClick={() => add(list)}>
                {texts.add}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      <Form {...form}>
        <Field {...field('name')} label={texts.newList} maxLength={LIST_NAME_MAX} autoComplete="off" />
        {lists.length === 0 && <Note>{texts.newListHint}</Note>}
        <div>
          <Button type="submit" look="ink" isBusy={isBusy}>
            {texts.makeAndAdd}
          </Button>
        </div>
      </Form>
    </Stack>
  )
}

function useAddTo(channelIds: readonly string[], onDone: () => void) {
  const { cards: texts, fieldProblems } = useTexts()
  const { language } = useLanguage()
  const { mutate: undo } = useAction({
    async mutationFn({ list, added, isNew }: { list: ListRecord; added: readonly string[]; isNew: boolean }) {
      await (isNew ? deleteList(list) : takeOut(list, added))
    },
    meta: { subject: SUBJECT, success: texts.listUndone, failure: texts.listFailed },
    onSuccess: refreshCards,
  })
  const {
    mutate: add,
    isPending: isBusy,
    error,
  } = useAction({
    async mutationFn(target: Target) {
      const isNew = typeof target === 'string'
      if (!isNew) return { list: target, isNew, added: await putIn(target, channelIds) }
      const { data: list } = await call('POST /lists', {
        body: { name: target, channelIds: channelIds.slice(0, BULK_MAX) },
      })
      await putIn(list, channelIds.slice(BULK_MAX))
      return { list, isNew, added: channelIds }
    },
    meta: {
      subject: SUBJECT,
      success: (made) => ({
        kind: 'info',
        text: (
          <>
            <UndoNotice
              text={texts.addedTo(
                made.added.length,
                formatNumber(made.added.length, language),
                made.list.name,
              )}
              onUndo={made.added.length === 0 ? null : keepUndo(() => undo(made))}
            />
            <PageLink page="lists" search={`?list=${made.list.listId}`}>
              {texts.openList}
            </PageLink>
          </>
        ),
      }),
      failure: (refusal, describe, target) => {
        const [field] = Object.values(refusal.fields)
        if (field === undefined) return describe(refusal, texts.listFailed)
        return typeof target === 'string' && 'name' in refusal.fields ? null : fieldProblems[field]
      },
    },
    async onSuccess() {
      onDone()
      await refreshCards()
    },
  })
  const wrong = error?.fields['name']
  return { add, isBusy, problem: wrong === undefined ? null : fieldProblems[wrong] }
}
