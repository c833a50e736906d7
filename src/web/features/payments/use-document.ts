import { saveFile } from '#web/kit/actions/save-file.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'

/** Downloads the document of a payment, of an open invoice the invoice itself. */
export function useDocument(id: string) {
  const { details } = useTexts().payments
  const { language } = useLanguage()
  return useAction({
    async mutationFn() {
      const [params, query] = [{ id }, { language }]
      saveFile(await call('GET /payments/{id}/document', { params, query, handles: ['too_many_requests'] }))
    },
    meta: { subject: 'document', failure: details.downloadFailed },
  })
}
