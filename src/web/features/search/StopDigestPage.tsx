import { useState } from 'react'
import { useLinkAction } from '#web/kit/actions/use-link-action.ts'
import { call } from '#web/kit/api/call.ts'
import { Queries } from '#web/kit/api/queries.tsx'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { Actions, FocusedHeading, PageScaffold } from '#web/kit/components/layout.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLinkToken } from '#web/kit/links/use-link-token.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { PATHS } from '#shared/paths.ts'
import { refreshSaved } from './saved-searches.ts'

/** The destination of the link that ends digests. Opening it ends nothing, because mail scanners open links: the button does. */
export function StopDigestPage() {
  const { savedSearches, common } = useTexts()
  const { stop } = savedSearches
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<'done' | 'refused' | null>(null)
  const { isPending, mutate: press } = useLinkAction({
    mutationFn: () =>
      call('POST /searches/stop', { body: { token: token ?? '' }, handles: ['too_many_requests'] }),
    meta: { subject: 'stop-digest', failure: stop.failed },
    async onSuccess() {
      setOutcome('done')
      await refreshSaved()
    },
    onDead: () => setOutcome('refused'),
  })
  const isDead = token === null || outcome === 'refused'
  const [heading, text] =
    outcome === 'done'
      ? [stop.done, stop.doneText]
      : isDead
        ? [stop.dead, stop.deadText]
        : [stop.question, stop.lead]
  return (
    <Queries>
      <PageHead title={stop.title} page="stopdigest" />
      <PageScaffold kind="form" width={36} title={stop.title}>
        <Card
          tab={savedSearches.title}
          heading={outcome === null ? <h2>{heading}</h2> : <FocusedHeading>{heading}</FocusedHeading>}
        >
          <p>{text}</p>
          <Actions>
            {outcome === 'done' || isDead ? (
              <ButtonLink to={PATHS.search}>{common.toSearch}</ButtonLink>
            ) : (
              <Button look="accent" isBusy={isPending} onClick={() => press()}>
                {stop.confirm}
              </Button>
            )}
          </Actions>
        </Card>
      </PageScaffold>
    </Queries>
  )
}
