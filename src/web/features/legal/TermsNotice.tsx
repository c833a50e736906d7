import { Link } from 'react-router'
import { OFFER, PATHS } from '#shared/paths.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { changeUserData, useHolderId } from '#web/kit/api/session.ts'
import { BottomNotice } from '#web/kit/components/BottomNotice.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { formatDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { versionsOf } from './versions.ts'

/** Tells a person who has logged in of new terms, once. @param date of the version, `YYYY-MM-DD` */
export function TermsNotice({ date }: { readonly date: string }) {
  const { legal } = useTexts()
  const { language } = useLanguage()
  const hasOffer = versionsOf('offer')?.some((offer) => offer.date === date) === true
  const holderId = useHolderId() ?? 0
  const { isPending, mutate: note } = useAction({
    mutationFn: () => call('PUT /terms', { body: { date } }),
    meta: { subject: 'terms', failure: legal.notedFailed },
    onSuccess() {
      // The pressed button disappears with the notice.
      document.getElementById('main')?.focus({ preventScroll: true })
      changeUserData(holderId, (userData) => ({
        ...userData,
        userInformation: { ...userData.userInformation, newTerms: null },
      }))
    },
  })
  return (
    <BottomNotice
      label={legal.newTerms}
      text={
        <>
          <strong>{`${legal.newTermsFrom(formatDate(date, language))} `}</strong>
          <Link to={{ pathname: PATHS.terms, search: `?version=${date}` }}>{legal.readNew.terms}</Link>
          {hasOffer && (
            <>
              <span>{` ${legal.readNew.and} `}</span>
              <a href={`${OFFER}?version=${date}`}>{legal.readNew.offer}</a>
            </>
          )}
        </>
      }
    >
      <Button look="ink" size="small" isBusy={isPending} onClick={() => note()}>
        {legal.noted}
      </Button>
    </BottomNotice>
  )
}
