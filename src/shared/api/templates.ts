import { z } from 'zod'
import { cleanText } from '../rules/clean-text.ts'
import { BODY_MAX, SUBJECT_MAX, TEMPLATE_NAME_MAX } from '../rules/templates.ts'
import { endpoints } from './endpoint.ts'
import { instant } from './fields.ts'

const cleanLines = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll('\0', '').toWellFormed())
    .join('\n')
    .trim()

const text = {
  name: z.string().overwrite(cleanText).min(1, 'required').max(TEMPLATE_NAME_MAX, 'too_long'),
  subject: z.string().overwrite(cleanText).max(SUBJECT_MAX, 'too_long'),
  body: z.string().overwrite(cleanLines).min(1, 'required').max(BODY_MAX, 'too_long'),
}
const templatePath = z.object({
  templateId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
})
const template = z.object({
  templateId: z.number().int(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  createdAt: instant,
})

export const templatesEndpoints = endpoints({
  'GET /templates': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary:
      'The templates of emails, by name; in subject and body, {channel}, {name}, {company} and {last_video} stand for what is written there',
    data: z.array(template),
    /** What stands for {company}; null while none is given. */
    extras: z.object({ meta: z.object({ company: z.string().nullable() }) }),
    errors: [],
  },
  'POST /templates': {
    who: 'user',
    scope: 'purchases:write',
    limits: [],
    summary: 'Add a template',
    body: z.object(text),
    data: template,
    errors: [],
  },
  'PUT /templates/{templateId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: [],
    summary: 'Change a template',
    params: templatePath,
    body: z.object(text),
    data: template,
    errors: ['not_found'],
  },
  'DELETE /templates/{templateId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: [],
    summary: 'Delete a template',
    params: templatePath,
    data: z.null(),
    errors: ['not_found'],
  },
})
