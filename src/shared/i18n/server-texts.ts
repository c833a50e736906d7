import * as enLocal from './en/local.ts'
import { commands as enCommands } from './en/commands.ts'
import { creators as enCreators } from './en/creators.ts'
import { docs as enDocs } from './en/docs.ts'
import { mails as enMails } from './en/mails.ts'
import * as enNotices from './en/notices.ts'
import * as enPayments from './en/payments.ts'
import { reference as enReference } from './en/reference.ts'
import * as enReveals from './en/reveals.ts'
import { search as enSearch } from './en/search.ts'
import { seeds as enSeeds } from './en/seeds.ts'
import { labels as enLabels } from './en/start.ts'
import type { CommandTexts } from './command-texts.ts'
import type { Language, Texts } from './messages.ts'
import { commands as ruCommands } from './ru/commands.ts'
import { creators as ruCreators } from './ru/creators.ts'
import { docs as ruDocs } from './ru/docs.ts'
import * as ruLocal from './ru/local.ts'
import { mails as ruMails } from './ru/mails.ts'
import * as ruNotices from './ru/notices.ts'
import * as ruPayments from './ru/payments.ts'
import { reference as ruReference } from './ru/reference.ts'
import * as ruReveals from './ru/reveals.ts'
import { search as ruSearch } from './ru/search.ts'
import { seeds as ruSeeds } from './ru/seeds.ts'
import { labels as ruLabels } from './ru/start.ts'

// Texts that the server writes, by language. The web imports none of them from here.

type ByLanguage<T> = Readonly<Record<Language, Texts<T>>>

/** Letters. */
export const mails: ByLanguage<typeof enMails> = { en: enMails, ru: ruMails }

/** The API reference. */
export const reference: ByLanguage<typeof enReference> = { en: enReference, ru: ruReference }

/** The pages of the stand-ins. */
export const local: ByLanguage<typeof enLocal> = { en: enLocal, ru: ruLocal }

/** What stands above every page while something is announced. */
export const notices: ByLanguage<typeof enNotices> = { en: enNotices, ru: ruNotices }

/** Bought contacts: files of them use the words of the page. */
export const boughtContacts: ByLanguage<typeof enReveals> = { en: enReveals, ru: ruReveals }

/** Payments: letters and files about them use the words of the page. */
export const paymentTexts: ByLanguage<typeof enPayments> = { en: enPayments, ru: ruPayments }

/** Lists of channels: files of them use the words of the page. */
export const listsOfChannels: ByLanguage<{
  seeds: typeof enSeeds
  labels: typeof enLabels
  search: Pick<typeof enSearch, 'noContactReasons'>
}> = {
  en: { seeds: enSeeds, labels: enLabels, search: enSearch },
  ru: { seeds: ruSeeds, labels: ruLabels, search: ruSearch },
}

/** The page of creators: receipts of what is done there use its words. */
export const creatorPage: ByLanguage<typeof enCreators> = { en: enCreators, ru: ruCreators }

/** Operators' commands. */
export const commandTexts: Readonly<Record<Language, CommandTexts>> = { en: enCommands, ru: ruCommands }

/** The frame of the documentation's pages. */
export const docs: ByLanguage<typeof enDocs> = { en: enDocs, ru: ruDocs }
