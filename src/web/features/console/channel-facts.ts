import type { OnWire } from '#shared/api/command-endpoints.ts'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import type { ConsoleTexts } from './console-texts.ts'
import { formatMoment } from './format-figures.ts'

export type ChannelFacts = Omit<OnWire<CommandOutput<'channels view'>>, 'addresses'>

/** What is known of a channel, as it is read; unknown facts are null. */
export function writeFacts(
  facts: ChannelFacts,
  texts: ConsoleTexts['pages']['catalogue'],
  language: Language,
): readonly (readonly [name: string, value: string | null])[] {
  const number = (value: number | null) => (value === null ? null : formatNumber(value, language))
  const moment = (value: string | null) => (value === null ? null : formatMoment(value, language))
  const list = (values: readonly string[]) => (values.length === 0 ? null : values.join(', '))
  return [
    [texts.number, String(facts.id)],
    [texts.id, facts.channelId],
    [texts.platform, facts.platform],
    [texts.channel, facts.name],
    [texts.handle, facts.handle && `@${facts.handle}`],
    [texts.url, facts.url],
    [texts.status, texts.statuses[facts.status]],
    [texts.types, list(facts.types)],
    [texts.audiences, list(facts.audiences)],
    [texts.country, facts.country],
    [texts.language, facts.language],
    [texts.subscribers, number(facts.subscribers)],
    [texts.views, number(facts.views)],
    [texts.uploads, number(facts.uploads)],
    [texts.lastUpload, moment(facts.lastUploadAt)],
    [texts.importedFrom, facts.source],
    [texts.asOf, moment(facts.fetchedAt)],
    [texts.refreshed, moment(facts.refreshedAt)],
    [texts.added, moment(facts.createdAt)],
    [texts.edited, list(facts.edited)],
    [texts.contacts, texts.soldOf(String(number(facts.sold)), String(number(facts.contacts)))],
    [texts.purchases, number(facts.purchases)],
  ]
}
