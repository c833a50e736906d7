import { cleanText } from '#shared/rules/clean-text.ts'
import { BODY_MAX, SUBJECT_MAX, TEMPLATE_FIELDS, TEMPLATE_NAME_MAX } from '#shared/rules/templates.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Field, Form, TextArea } from '#web/kit/components/forms.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { Actions, Lead } from '#web/kit/components/layout.tsx'
import { useForm } from '#web/kit/components/use-form.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { refreshTemplates, type Template } from './use-templates.ts'

type Text = Pick<Template, 'name' | 'subject' | 'body'>

interface TemplateFormProps {
  /** Null for a new one. */
  readonly template: Template | null
  /** With the number of the template that was saved. */
  readonly onDone: (saved?: number) => void
}

/** A template with its fields in braces. */
export function TemplateForm({ template, onDone }: TemplateFormProps) {
  const { templates: texts, fieldProblems } = useTexts()
  const failure: Parameters<typeof useAction>[0]['meta']['failure'] = (refusal, describe) =>
    Object.keys(refusal.fields).length === 0 ? describe(refusal, texts.failed) : null
  const save = useAction({
    async mutationFn(body: Text) {
      const { data } =
        template === null
          ? await call('POST /templates', { body })
          : await call('PUT /templates/{templateId}', { params: template, body })
      await refreshTemplates()
      return data
    },
    meta: { subject: 'template', success: (_, { name }) => texts.saved(name.trim()), failure },
    onSuccess: ({ templateId }) => onDone(templateId),
  })
  const remove = useAction({
    async mutationFn({ templateId }: Template) {
      await call('DELETE /templates/{templateId}', { params: { templateId } })
      await refreshTemplates()
    },
    meta: { subject: 'template', success: (_, { name }) => texts.removed(name), failure },
    onSuccess: () => onDone(),
  })
  const required = (value: string) => (cleanText(value) === '' ? 'required' : null)
  const refused = save.error?.fields['name']
  const { form, field } = useForm({
    initial: { name: template?.name ?? '', subject: template?.subject ?? '', body: template?.body ?? '' },
    rules: { name: required, subject: () => null, body: required },
    refused: { name: refused === undefined ? null : fieldProblems[refused] },
    isBusy: save.isPending,
    onSubmit: (text) => save.mutate(text),
  })
  const { required: _, ...subject } = field('subject')
  return (
    <Form {...form}>
      <Field label={texts.name} maxLength={TEMPLATE_NAME_MAX} autoComplete="off" {...field('name')} />
      <Field label={texts.subject} maxLength={SUBJECT_MAX} autoComplete="off" {...subject} />
      <TextArea label={texts.body} rows={10} maxLength={BODY_MAX} {...field('body')} />
      <Lead>{texts.formLead}</Lead>
      <Facts facts={TEMPLATE_FIELDS.map((name) => [`{${name}}`, texts.fields[name]])} />
      <Actions>
        <Button look="accent" type="submit" icon="check" isBusy={save.isPending}>
          {texts.save}
        </Button>
        <Button onClick={() => onDone()}>{texts.cancel}</Button>
        {template !== null && (
          <Button icon="bin" isBusy={remove.isPending} onClick={() => remove.mutate(template)}>
            {texts.remove}
          </Button>
        )}
      </Actions>
    </Form>
  )
}
