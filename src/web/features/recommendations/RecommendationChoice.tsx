import { useQuery } from '@tanstack/react-query'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { queryClient } from '#web/kit/api/queries.tsx'
import { Switch } from '#web/kit/components/forms.tsx'
import { Lead, Section } from '#web/kit/components/layout.tsx'
import { LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** A part of the profile: whether the person's purchases count towards what others are recommended. */
export function RecommendationChoice({ userId }: { readonly userId: number }) {
  const { choice: texts } = useTexts().recommendations
  const queryKey = ['recommendation-choice', userId]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /recommendations/choice', { handles: ['too_many_requests'], signal }),
    staleTime: 0,
  })
  const { busyWith, mutate: choose } = useAction({
    mutationFn: (countsPurchases: boolean) =>
      call('PUT /recommendations/choice', { body: { countsPurchases }, handles: ['too_many_requests'] }),
    meta: {
      subject: 'recommendation-choice',
      success: (_, countsPurchases) => (countsPurchases ? texts.counted : texts.notCounted),
      failure: texts.failed,
    },
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
  })
  return (
    <Section title={texts.title}>
      <Lead>{texts.lead}</Lead>
      {data !== undefined && (
        <Switch
          label={texts.label}
          hint={texts.hint}
          // What was pressed shows at once.
          checked={busyWith ?? data.data.countsPurchases}
          onChange={(event) => busyWith === null && choose(event.target.checked)}
        />
      )}
      {data === undefined && error === null && <Skeleton height="4rem" />}
      {data === undefined && error !== null && (
        <LoadFailure
          code={error instanceof CallError ? error.code : null}
          title={texts.errorTitle}
          text={texts.errorText}
          onRetry={() => void refetch()}
        />
      )}
    </Section>
  )
}
