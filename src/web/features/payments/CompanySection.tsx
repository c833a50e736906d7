import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyGiven, DataOf } from '#shared/api/contract.ts'
import { COMPANY_MAX, companyProblem } from '#shared/rules/company.ts'
import { describeBuyer } from '#shared/i18n/payment-facts.ts'
import { useOriginNames } from '#web/features/search/countries.ts'
import { saveFile } from '#web/kit/actions/save-file.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { useHolderId } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Field, Form, Select } from '#web/kit/components/forms.tsx'
import { Actions, Lead, Section } from '#web/kit/components/layout.tsx'
import { useForm } from '#web/kit/components/use-form.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'

type Company = DataOf<'PUT /company'>

const KEY = 'company'
forgetOnLogout(KEY)

/** Whom documents name as the buyer, and the certificate of a month. */
export function CompanySection() {
  const { payments, common } = useTexts()
  const { company: texts } = payments
  const { language } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const holderId = useHolderId() ?? 0
  const { data, error, refetch } = useQuery({
    queryKey: [KEY, holderId],
    queryFn: async ({ signal }) => (await call('GET /company', { signal })).data,
    networkMode: 'always',
  })
  const company = data ?? null
  return (
    <Section title={texts.title}>
      {error !== null && (
        <p role="alert">
          <span>{`${texts.loadFailed} `}</span>
          <Button size="small" onClick={() => void refetch()}>
            {common.retry}
          </Button>
        </p>
      )}
      {company !== null && <p>{describeBuyer(company, payments, language)}</p>}
      {data !== undefined && (
        <>
          <Lead>{company === null ? texts.empty : texts.lead}</Lead>
          <Actions>
            <Button onClick={() => setIsOpen(true)}>{company === null ? texts.add : texts.edit}</Button>
          </Actions>
          <CompanyDialog
            holderId={holderId}
            company={company}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </>
      )}
      <Act />
    </Section>
  )
}

interface CompanyDialogProps {
  readonly holderId: number
  readonly company: Company | null
  /** Why it is asked for. */
  readonly lead?: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSaved?: () => void
}

/** The panel with the company's details. */
export function CompanyDialog({ isOpen, onClose, ...rest }: CompanyDialogProps) {
  const { payments, common } = useTexts()
  return (
    <Dialog
      title={payments.company.panel}
      closeLabel={common.close}
      isOpen={isOpen}
      onClose={onClose}
      place="side"
    >
      <CompanyForm {...rest} onClose={onClose} />
    </Dialog>
  )
}

function CompanyForm({ holderId, company, lead, onClose, onSaved }: Omit<CompanyDialogProps, 'isOpen'>) {
  const { payments, fieldProblems } = useTexts()
  const { language } = useLanguage()
  const { company: texts } = payments
  const countries = useOriginNames().countries().flat()
  const [country, setCountry] = useState(company?.country ?? (language === 'ru' ? 'RU' : 'GB'))
  const { isPending, error, mutate } = useAction({
    mutationFn: (body: BodyGiven<'PUT /company'>) =>
      call('PUT /company', { body, handles: ['too_many_requests'] }),
    meta: {
      subject: 'company',
      success: texts.saved,
      // A broken rule shows at its field.
      failure: (refusal, describe) =>
        Object.keys(refusal.fields).length === 0 ? describe(refusal, texts.failed) : null,
    },
    onSuccess({ data }) {
      queryClient.setQueryData([KEY, holderId], data)
      onClose()
      onSaved?.()
    },
  })
  const refused = (name: string) => {
    const problem = error?.fields[name]
    return problem === undefined ? null : fieldProblems[problem]
  }
  const rule = (name: keyof Company) => (value: string) => companyProblem(name, value, { country })
  const { form, field } = useForm({
    initial: {
      name: company?.name ?? '',
      inn: company?.inn ?? '',
      kpp: company?.kpp ?? '',
      vatNumber: company?.vatNumber ?? '',
      address: company?.address ?? '',
    },
    rules: {
      name: rule('name'),
      inn: rule('inn'),
      kpp: rule('kpp'),
      vatNumber: rule('vatNumber'),
      address: rule('address'),
    },
    refused: { inn: refused('inn'), kpp: refused('kpp'), vatNumber: refused('vatNumber') },
    isBusy: isPending,
    onSubmit: (values) => mutate({ ...values, country }),
  })
  return (
    <Form {...form}>
      {lead !== undefined && <Lead>{lead}</Lead>}
      <Select label={texts.country} value={country} options={countries} onChange={setCountry} />
      <Field {...field('name')} label={texts.name} autoComplete="organization" maxLength={COMPANY_MAX.name} />
      {country === 'RU' ? (
        <>
          <Field
            {...field('inn')}
            label={texts.inn}
            hint={texts.innHint}
            inputMode="numeric"
            maxLength={20}
          />
          <Field {...field('kpp')} required={false} label={texts.kpp} hint={texts.kppHint} maxLength={20} />
        </>
      ) : (
        <Field {...field('vatNumber')} label={texts.vatNumber} autoCapitalize="characters" maxLength={30} />
      )}
      <Field
        {...field('address')}
        label={texts.address}
        autoComplete="street-address"
        maxLength={COMPANY_MAX.address}
      />
      <Actions>
        <Button look="accent" type="submit" icon="check" isBusy={isPending}>
          {texts.save}
        </Button>
      </Actions>
    </Form>
  )
}

const MONTHS = 12

/** The last months, this one first. */
function lastMonths(language: string): readonly { readonly value: string; readonly text: string }[] {
  const now = new Date()
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return Array.from({ length: MONTHS }, (_, back) => {
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1))
    const text = format.format(month).replace(/\sг\.$/u, '')
    return { value: month.toISOString().slice(0, 7), text }
  })
}

/** The certificate of services of a month, to download. */
function Act() {
  const { act, details } = useTexts().payments
  const { language } = useLanguage()
  const [months] = useState(() => lastMonths(language))
  const [month, setMonth] = useState(months[0]!.value)
  const { isPending, mutate: download } = useAction({
    mutationFn: async () =>
      saveFile(
        await call('GET /documents/act', { query: { month, language }, handles: ['too_many_requests'] }),
      ),
    meta: {
      subject: 'act',
      failure: (refusal, describe) =>
        refusal.code === 'not_found' ? act.none : describe(refusal, details.downloadFailed),
    },
  })
  return (
    <>
      <Lead>{act.lead}</Lead>
      <Actions>
        <Select label={act.monthly} value={month} options={months} onChange={setMonth} />
        <Button isBusy={isPending} onClick={() => download()}>
          {act.download}
        </Button>
      </Actions>
    </>
  )
}
