import { FALLBACK_LANGUAGE, LANGUAGES } from '#shared/i18n/messages.ts'
import { PAGES, type PageName } from '#shared/pages.ts'
import { hasPattern, PATHS, pathInLanguage } from '#shared/paths.ts'
import { useLanguage, useStartTexts } from '#web/kit/texts/texts.tsx'

interface PageHeadProps {
  readonly title: string
  readonly description?: string
  /**
   * Which page this is. Pages for search engines state their URLs; the others ask not to be indexed. The server writes both for
   * a page with many addresses, and its description.
   */
  readonly page?: PageName
}

/** A page's title, description and URLs; React moves them into the head. */
export function PageHead({ title, description, page }: PageHeadProps) {
  const { language } = useLanguage()
  const { common } = useStartTexts()
  const address = (path: string) => `${publicUrl()}${path}`
  if (page !== undefined && hasPattern(page)) return <title>{title}</title>
  return (
    <>
      <title>{title}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {page !== undefined && PAGES[page].isIndexed ? (
        <>
          <link rel="canonical" href={address(pathInLanguage(PATHS[page], language))} />
          {LANGUAGES.map((tag) => (
            <link key={tag} rel="alternate" hrefLang={tag} href={address(pathInLanguage(PATHS[page], tag))} />
          ))}
          {/* Not the URL without a language: a page that is an alternate of itself cannot name another one as canonical. */}
          <link
            rel="alternate"
            hrefLang="x-default"
            href={address(pathInLanguage(PATHS[page], FALLBACK_LANGUAGE))}
          />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={common.productName} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description ?? ''} />
          <meta property="og:url" content={address(pathInLanguage(PATHS[page], language))} />
          <meta property="og:image" content={address(`/share-${language}.png`)} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={common.productName} />
          <meta name="twitter:card" content="summary_large_image" />
          <meta property="og:locale" content={language === 'ru' ? 'ru_RU' : 'en_GB'} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  )
}

/** The base of the product's public URLs; the build leaves a placeholder that the server fills in. */
function publicUrl(): string {
  if (typeof document === 'undefined') return '%PUBLIC_URL%'
  return document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content ?? ''
}
