import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'

const SENTENCES = {
  isAgreed: { sentence: 'agreement', page: 'terms' },
  isConsentGiven: { sentence: 'consent', page: 'dataprocessing' },
} as const

/** The text of a sign-up checkbox, with its document linked; a new tab keeps the entered values. */
export function ConsentText({ name }: { readonly name: keyof typeof SENTENCES }) {
  const { signUp } = useTexts().accounts
  const { sentence, page } = SENTENCES[name]
  const { before, link, after } = signUp[sentence]
  return (
    <>
      {before}
      <PageLink page={page} target="_blank" rel="noopener">
        {link}
        <VisuallyHidden> ({signUp.opensNewTab})</VisuallyHidden>
      </PageLink>
      {after}
    </>
  )
}
