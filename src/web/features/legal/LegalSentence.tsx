import { Fragment } from 'react'
import type { PageName } from '#shared/pages.ts'
import { PATHS } from '#shared/paths.ts'
import { type LegalPart, partsOf } from '#shared/legal/document.ts'
import { PageLink } from '../../kit/links/PageLink.tsx'
import { useLanguage } from '../../kit/texts/texts.tsx'
import { readSeller } from './seller.ts'

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
      return part.text
    case 'seller':
      return readSeller(language).seller
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
