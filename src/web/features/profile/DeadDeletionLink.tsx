import { useEffect, useRef } from 'react'
import { PATHS } from '#shared/paths.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { AccountCard } from '#web/features/accounts/AccountCard.tsx'
import { Actions, Lead, Stack } from '#web/kit/components/layout.tsx'
import { useDeletionLink } from './use-deletion-link.ts'

/** Shown for a link without a token, or with one that no longer works. */
export function DeadDeletionLink({ isIncomplete }: { readonly isIncomplete: boolean }) {
  const { accounts, common, errors, profile } = useTexts()
  const { deletion } = profile
  const { userData } = useSession()
  const { isBusy, send } = useDeletionLink()
  // The refused button is gone, and the focus with it.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isIncomplete) heading.current?.focus()
  }, [isIncomplete])
  return (
    <AccountCard
      title={deletion.title}
      heading={
        <h2 ref={heading} tabIndex={-1}>
          {isIncomplete ? deletion.lostLink : deletion.deadLink}
        </h2>
      }
    >
      <Stack gap={3}>
        <p>{isIncomplete ? deletion.lostLinkText : errors.wrong_token}</p>
        {userData === null && <Lead>{isIncomplete ? deletion.askAgain : deletion.deadLinkText}</Lead>}
      </Stack>
      <Actions>
        {userData === null ? (
          <ButtonLink look="ink" to={PATHS.login} state={{ from: PATHS.profile }}>
            {common.logIn}
          </ButtonLink>
        ) : (
          <Button look="ink" isBusy={isBusy} onClick={() => void send(userData.userInformation.email)}>
            {accounts.newPassword.sendLink}
          </Button>
        )}
        <ButtonLink to={PATHS.search}>{common.toSearch}</ButtonLink>
      </Actions>
    </AccountCard>
  )
}
