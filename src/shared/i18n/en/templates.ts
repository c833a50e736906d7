import type { TemplateField } from '../../rules/templates.ts'
import { plural } from '../messages.ts'

/** Writing to a creator, from templates. */
export const templates = {
  write: 'Write from a template',
  writeTo: (channel: string) => `Write to ${channel}`,
  writeToSeveral: (count: number, written: string) =>
    `Write to ${written} ${plural('en', count, { one: 'channel', other: 'channels' })}`,
  next: (place: string, of: string) => `Next (${place} of ${of})`,
  askWritten: (count: number, written: string) =>
    `Written to ${written} ${plural('en', count, { one: 'channel', other: 'channels' })}.`,
  lead: 'Nothing is sent from here: the text goes to your own mail program.',
  template: 'Template',
  none: 'Without a template',
  subject: 'Subject',
  body: 'Text',
  copySubject: 'Copy the subject',
  copied: 'Copied',
  copyFailed: 'Your browser does not allow copying. Select the text and copy it by hand.',
  copyText: 'Copy the text',
  textCopied: 'Text copied',
  openMail: 'Open in your mail program',
  tooLong: 'The text is too long for a link to your mail program. Copy it instead.',
  unknown: (fields: string) => `Not known, so fill in by hand: ${fields}`,
  warnings: {
    own: (date: string) => `You marked this creator as contacted on ${date}.`,
    other: (name: string, date: string) => `${name} marked this creator as contacted on ${date}.`,
    unknown: (date: string) => `This creator was marked as contacted on ${date}.`,
  },
  add: 'New template',
  change: 'Change the template',
  formLead: 'In subject and text, these words in braces are filled in for each channel:',
  fields: {
    channel: 'the channel',
    name: 'your name',
    company: 'your company',
    last_video: 'the title of the last video',
  } satisfies Record<TemplateField, string>,
  name: 'Name of the template',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Delete',
  saved: (name: string) => `The template “${name}” is saved`,
  removed: (name: string) => `The template “${name}” is deleted`,
  failed: 'The template was not changed',
  loadFailed: 'The templates could not be loaded.',
} as const
