import { useSearchParams } from 'react-router'
import type { Language } from '#shared/i18n/messages.ts'
import { PATHS } from '#shared/paths.ts'
import {
  type ContentType,
  FURTHER_CONTENT_TYPES,
  LONG_INACTIVE_DAYS,
  OFFERED_CONTENT_TYPES,
  parseContentType,
} from '#shared/rules/filters.ts'
import { writeSearch } from '#web/features/search/write-search.ts'
import { CallError } from '#web/kit/api/call.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { Heading, Line, Note, Stack } from '#web/kit/components/layout.tsx'
import { EmptyState, LoadFailure } from '#web/kit/components/states.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { IN_PLACE } from '#web/kit/links/location-state.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CardGrid, CardItem, CardSkeletons, SuggestedChannel } from './SuggestedChannel.tsx'
import { usePopular } from './use-recommendations.ts'

const SHOWN = 8
const TYPES = [...OFFERED_CONTENT_TYPES, ...FURTHER_CONTENT_TYPES]

/** The channels with the most subscribers, of the content type that the address names or of all, in the page's language or in all. */
export function PopularByType() {
  const { recommendations: texts, search } = useTexts()
  const { language } = useLanguage()
  const [params] = useSearchParams()
  const choice: Choice = {
    type: parseContentType(params.get('type') ?? ''),
    isAnyLanguage: params.get(LANGUAGE) === ANY,
  }
  const { type } = choice
  const { data, isNoneInLanguage, error, isPlaceholderData, refetch } = usePopular({
    type,
    language: choice.isAnyLanguage ? null : language,
    limit: SHOWN,
  })
  const spoken = choice.isAnyLanguage || isNoneInLanguage ? null : language
  return (
    <>
      <Stack gap={3}>
        <nav aria-label={texts.types}>
          <Line gap="chips">
            {[null, ...TYPES].map((each) => (
              <ChoiceLink key={each} to={{ ...choice, type: each }} isChosen={each === type}>
                {each === null ? texts.allTypes : search.contentTypes[each]}
              </ChoiceLink>
            ))}
          </Line>
        </nav>
        <nav aria-label={texts.languages}>
          <Line gap="chips">
            {[false, true].map((isAnyLanguage) => (
              <ChoiceLink
                key={String(isAnyLanguage)}
                to={{ ...choice, isAnyLanguage }}
                isChosen={isAnyLanguage === choice.isAnyLanguage}
              >
                {isAnyLanguage ? texts.allLanguages : texts.ownLanguage}
              </ChoiceLink>
            ))}
          </Line>
        </nav>
      </Stack>
      {type !== null && <Heading>{texts.popularIn(search.contentTypes[type])}</Heading>}
      <div role="status">
        {isNoneInLanguage && data !== undefined && data.data.length > 0 && (
          <Note>{texts.noneInLanguage}</Note>
        )}
      </div>
      {data !== undefined && data.data.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <CardGrid>
            {data.data.map((channel, index) => (
              <CardItem key={channel.channelId}>
                <SuggestedChannel
                  channel={channel}
                  level={type === null ? 2 : 3}
                  tab={search.place(formatNumber(index + 1, language))}
                />
              </CardItem>
            ))}
          </CardGrid>
        </div>
      )}
      {data?.data.length === 0 && (
        <EmptyState drawing="nothing" title={texts.emptyTypeTitle} text={texts.emptyTypeText} />
      )}
      {data === undefined && error === null && <CardSkeletons />}
      {data === undefined && error !== null && (
        <LoadFailure
          code={error instanceof CallError ? error.code : null}
          title={texts.popularErrorTitle}
          text={texts.popularErrorText}
          onRetry={() => void refetch()}
        />
      )}
      <div>
        <ButtonLink to={{ pathname: PATHS.search, search: asSearch(type, spoken) }}>
          {type === null ? texts.searchAll : texts.searchType(search.contentTypes[type])}
        </ButtonLink>
      </div>
    </>
  )
}

/** The same channels as a search, where the list continues. */
function asSearch(type: ContentType | null, language: Language | null): string {
  return writeSearch({
    types: type === null ? [] : [type],
    inactivity: [String(LONG_INACTIVE_DAYS)],
    languages: language === null ? [] : [language],
    sort: 'subscribers',
  })
}

/** What the page's address chooses. */
interface Choice {
  /** Null for all. */
  readonly type: ContentType | null
  readonly isAnyLanguage: boolean
}

const LANGUAGE = 'language'
const ANY = 'any'

interface ChoiceLinkProps {
  readonly to: Choice
  readonly isChosen: boolean
  readonly children: string
}

function ChoiceLink({ to: { type, isAnyLanguage }, isChosen, children }: ChoiceLinkProps) {
  const params = new URLSearchParams({
    ...(type !== null && { type }),
    ...(isAnyLanguage && { [LANGUAGE]: ANY }),
  })
  return (
    <ButtonLink
      size="small"
      to={{ search: params.size === 0 ? '' : `?${params}` }}
      state={IN_PLACE}
      aria-current={isChosen || undefined}
      data-chosen={isChosen ? '' : undefined}
    >
      {children}
    </ButtonLink>
  )
}
