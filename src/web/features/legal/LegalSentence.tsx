import { Fragment } from 'react'
import { type LegalPart, partsOf } from '#shared/legal/document.ts'
import type { PageName } from '#shared/pages.ts'
import { PATHS } from '#shared/paths.ts'
import { readSeller } from '#web/kit/api/seller.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'

/** A sentence of a legal text, with its links and the seller's details filled in. */
export function LegalSentence({ children }: { readonly children: string }) {
  return partsOf(children).map((part, place) => (
    // A sentence's parts never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={place}>
      <Part part={part} />
    </Fragment>
  ))
}

function Part({ part }: { readonly part: LegalPart }) {
  const { language } = useLanguage()
  switch (part.kind) {
    case 'text':
      return <span>{part.text}</span>
    case 'seller':
      return <span>{readSeller(language).seller}</span>
    case 'email': {
      const { email } = readSeller(language)
      return <a href={`mailto:${email}`}>{email}</a>
    }
    case 'link':
      return isPage(part.target) ? (
        <PageLink page={part.target}>{part.text}</PageLink>
      ) : (
        <a href={part.target} target="_blank" rel="noopener noreferrer">
          {part.text}
        </a>
      )
  }
}

function isPage(target: string): target is PageName {
  return Object.hasOwn(PATHS, target)
}
