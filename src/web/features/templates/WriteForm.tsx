import { type ReactNode, useState } from 'react'
import { emailLink, fieldsOf, fillTemplate } from '#shared/rules/templates.ts'
import { useMay } from '#web/kit/api/rights.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { CopyButton, useCopy } from '#web/kit/components/CopyButton.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Field, Select, TextArea } from '#web/kit/components/forms.tsx'
import { Actions, Lead, Note, Stack, Words } from '#web/kit/components/layout.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatDate } from '#web/kit/formats/format.ts'
import { mailTo } from '#web/kit/links/mail-to.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { type Template, useFieldValues, useLastContact, useTemplates } from './use-templates.ts'

export interface WriteFormProps {
  readonly channel: { readonly channelId: string; readonly channel_name: string }
  readonly email: string
  /** The text was opened in a mail program, or else copied. */
  readonly onWritten: (isOpened: boolean) => void
  /** What else can be done. */
  readonly further?: ReactNode
  /** Null until one was chosen: then the first one is. */
  readonly chosenId: number | null
  readonly onChoose: (templateId: number) => void
  readonly onEdit: (template: Template | 'new') => void
}

/** No template has this number. */
const NONE = 0

/** An email from a template: it can be changed before it is copied, or opened in a mail program. */
export function WriteForm({
  channel,
  email,
  onWritten,
  further,
  chosenId,
  onChoose,
  onEdit,
}: WriteFormProps) {
  const { templates: texts } = useTexts()
  const mayChange = useMay('purchases:write')
  const { data: templates, isError } = useTemplates()
  const [changed, setChanged] = useState<{ readonly subject: string; readonly body: string } | null>(null)
  const all = templates?.data ?? []
  const template =
    all.find(({ templateId }) => templateId === chosenId) ?? (chosenId === null ? all[0] : undefined)
  const { subject: rawSubject = '', body: rawBody = '' } = template ?? {}
  const values = useFieldValues(channel, fieldsOf(rawSubject + rawBody).includes('last_video'))
  const { subject, body } = changed ?? {
    subject: fillTemplate(rawSubject, values),
    body: fillTemplate(rawBody, values),
  }
  const unknown = fieldsOf(subject + body)
  const link = emailLink(mailTo(email), subject, body)
  const { isCopied, copy } = useCopy(texts.copyFailed, () => onWritten(false))
  return (
    <Stack gap={4}>
      <Warning channelId={channel.channelId} />
      <Lead>{texts.lead}</Lead>
      {isError && <p role="alert">{texts.loadFailed}</p>}
      <Stack gap={1}>
        <Select
          label={texts.template}
          value={String(template?.templateId ?? NONE)}
          options={[
            ...all.map(({ templateId, name }) => ({ value: String(templateId), text: name })),
            { value: String(NONE), text: texts.none },
          ]}
          onChange={(id) => {
            onChoose(Number(id))
            setChanged(null)
          }}
        />
        {mayChange && (
          <Actions>
            {template !== undefined && (
              <Button look="quiet" size="small" icon="pencil" onClick={() => onEdit(template)}>
                {texts.change}
              </Button>
            )}
            <Button look="quiet" size="small" icon="plus" onClick={() => onEdit('new')}>
              {texts.add}
            </Button>
          </Actions>
        )}
      </Stack>
      <Field
        label={texts.subject}
        value={subject}
        autoComplete="off"
        onChange={({ target }) => setChanged({ subject: target.value, body })}
        trailing={
          <CopyButton
            text={subject}
            label={texts.copySubject}
            doneLabel={texts.copied}
            failedText={texts.copyFailed}
          />
        }
      />
      <TextArea
        label={texts.body}
        rows={10}
        value={body}
        onChange={({ target }) => setChanged({ subject, body: target.value })}
      />
      {unknown.length > 0 && (
        <Words tone="warning" isSmall>
          {texts.unknown(unknown.map((field) => `{${field}}`).join(', '))}
        </Words>
      )}
      {link === null && <Note>{texts.tooLong}</Note>}
      <Actions>
        {link !== null && (
          <ButtonLink look="accent" icon="mail" to={link} onClick={() => onWritten(true)}>
            {texts.openMail}
          </ButtonLink>
        )}
        <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy(body)}>
          {texts.copyText}
        </Button>
        <span>{further}</span>
        <VisuallyHidden>
          <span role="status">{isCopied ? texts.textCopied : ''}</span>
        </VisuallyHidden>
      </Actions>
    </Stack>
  )
}

/** That the holder has written to the creator not long ago: nobody likes to get the same offer from two colleagues. */
function Warning({ channelId }: { readonly channelId: string }) {
  const { warnings } = useTexts().templates
  const { language } = useLanguage()
  const { userData } = useSession()
  const last = useLastContact({ channelId })
  if (last === null) return null
  const date = formatDate(last.at, language)
  const { by } = last
  return (
    <p role="alert">
      <Words tone="warning">
        <Icon name="problem" />
        <span>
          {by === null
            ? warnings.unknown(date)
            : by.userId === userData?.userInformation.user_id
              ? warnings.own(date)
              : warnings.other(by.username, date)}
        </span>
      </Words>
    </p>
  )
}
