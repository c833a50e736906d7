import { useConsoleTexts } from './console-texts.ts'
import type { OnWire } from '#shared/api/command-endpoints.ts'
import type { CommandOutput } from '#shared/api/commands.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { queryClient } from '#web/kit/api/queries.tsx'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Actions, PageScaffold, Section, Stack } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { writeFacts } from './channel-facts.ts'
import { runCommand, useCommands } from './console-data.ts'
import { formatMoment } from './format-figures.ts'
import { AuditOf } from './HolderParts.tsx'
import { commandPath, sectionPath } from './sections.ts'
import { useRead } from './use-rows.ts'

type Contact = OnWire<CommandOutput<'channels view'>>['addresses'][number]

/** One channel: what is known of it, its addresses with their sources, and what may be done. */
export function ChannelScreen({ id }: { readonly id: string }) {
  const { language } = useLanguage()
  const { catalogue: texts, list } = useConsoleTexts().pages
  const { data, error, retry } = useRead('channels view', { channel: id })
  if (error !== null) return <LoadFailure title={list.failed} onRetry={retry} />
  if (data === undefined) return null
  const { addresses, ...facts } = data
  const isHidden = facts.status === 'hidden'
  const number = String(data.id)
  return (
    <PageScaffold kind="sections" title={data.name}>
      <Section title={texts.facts}>
        <Facts facts={writeFacts(facts, texts, language).filter(([, value]) => value !== null)} />
        <Actions>
          <ButtonLink to={commandPath('channels edit', { channel: number })}>{texts.edit}</ButtonLink>
          <ButtonLink to={commandPath(`channels ${isHidden ? 'show' : 'hide'}`, { channel: number })}>
            {isHidden ? texts.show : texts.hide}
          </ButtonLink>
          <ButtonLink to={sectionPath('catalogue', number, 'merge')}>{texts.merge}</ButtonLink>
        </Actions>
      </Section>
      {addresses.length === 0 && <p>{texts.noContact}</p>}
      {addresses.map((contact) => (
        <ContactSection key={contact.id} contact={contact} channelId={data.id} />
      ))}
      <AuditOf subject={`channel:${number}`} />
    </PageScaffold>
  )
}

interface ContactProps {
  readonly contact: Contact
  readonly channelId: number
}

function ContactSection({ contact, channelId }: ContactProps) {
  const { language } = useLanguage()
  const { catalogue: texts } = useConsoleTexts().pages
  const { address, source, isSourceOff } = contact
  const marks = [
    [texts.firstSeen, contact.firstSeenAt],
    [texts.lastSeen, contact.lastSeenAt],
    [texts.checks[contact.verification], contact.verifiedAt],
    [texts.bounced, contact.bouncedAt],
    [texts.noticed, contact.noticedAt],
    [texts.confirmed, contact.confirmedAt],
    [texts.paused, contact.pausedAt],
    [texts.objected, contact.objectedAt],
  ] as const
  return (
    <Section title={contact.isSold ? texts.onSale : texts.offSale} heading={address ?? texts.removedAddress}>
      <Stack gap={3}>
        <Facts
          facts={[
            [texts.source, isSourceOff ? texts.isOff(source) : source],
            [texts.sourcePage, `${contact.sourceKind}, ${contact.sourceUrl}`],
            ...marks.flatMap(([name, at]) =>
              at === null ? [] : [[name, formatMoment(at, language)] as const],
            ),
            [texts.purchases, formatNumber(contact.reveals, language)],
          ]}
        />
        <Actions>
          <SourceSwitch source={source} isOff={isSourceOff} channelId={channelId} />
          {address !== null && (
            <ButtonLink size="small" to={commandPath('contacts withhold', { address })}>
              {texts.withhold}
            </ButtonLink>
          )}
        </Actions>
      </Stack>
    </Section>
  )
}

interface SourceSwitchProps {
  readonly source: string
  readonly isOff: boolean
  readonly channelId: number
}

/** Switches a source off or on in one press; the other press undoes it. */
function SourceSwitch({ source, isOff, channelId }: SourceSwitchProps) {
  const { failed, pages } = useConsoleTexts()
  const { catalogue: texts } = pages
  const { data } = useCommands()
  const { mutate, isPending } = useAction({
    mutationFn: () =>
      runCommand(
        { key: 'contacts sources', changesNothing: false },
        { [isOff ? 'on' : 'off']: source, reason: texts.switchReason(channelId) },
      ),
    meta: { subject: 'source', success: ({ said }) => said, failure: failed },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['console', 'channels view'] }),
  })
  if (data?.commands.some(({ key }) => key === 'contacts sources') !== true) return null
  return (
    <Button size="small" isBusy={isPending} onClick={() => mutate()}>
      {isOff ? texts.switchOn(source) : texts.switchOff(source)}
    </Button>
  )
}
