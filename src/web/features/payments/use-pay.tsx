import type { Package } from '#shared/rules/uses.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { CallError, call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { LogInFirst } from '#web/features/accounts/LogInPrompt.tsx'
import { getSession, whenSessionKnown } from '#web/kit/api/session.ts'

type PackageId = Package['packageId']

interface Pay {
  /** The package that is being ordered; null when there is none. */
  readonly payingId: PackageId | null
  /** Orders a package and leaves for the provider's page. */
  readonly pay: (packageId: PackageId) => void
}

/** Starts a payment; every failure is shown in a notification, and nothing is charged. */
export function usePay(): Pay {
  const { shop } = useTexts().payments
  const { busyWith: payingId, mutate } = useAction({
    mutationFn: orderPackage,
    meta: {
      subject: 'payment',
      loading: shop.ordering,
      success: () => ({ kind: 'success', text: shop.leaving, evenIfQuick: false }),
      failure(error, describe) {
        switch (error.code) {
          case 'not_logged_in':
            return <LogInFirst />
          case 'invalid_input':
          case 'forbidden':
            return shop.lostData
          case 'offline':
          case 'too_many_requests':
            return describe(error, shop.unavailable)
          default:
            return shop.unavailable
        }
      },
    },
    onSuccess(address) {
      window.location.assign(address)
      return untilRestored()
    },
  })
  return { payingId, pay: (packageId) => payingId === null && mutate(packageId) }
}

/** Busy until the page is left. The browser's Back from the provider's page restores it as it was. */
function untilRestored(): Promise<void> {
  return new Promise((resolve) => {
    const restored = new AbortController()
    const listener = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      restored.abort()
      resolve()
    }
    window.addEventListener('pageshow', listener, { signal: restored.signal })
  })
}

/**
 * @returns the URL of the provider's page
 * @throws CallError, `invalid_input` also when the person's data has not loaded
 */
async function orderPackage(packageId: PackageId): Promise<string> {
  await whenSessionKnown()
  const { status, userData } = getSession()
  if (status !== 'in') throw new CallError('not_logged_in')
  const { user_id, email } = userData.userInformation
  if (!user_id || !email) throw new CallError('invalid_input')
  const { confirmationURL } = await call('POST /payment', {
    body: { user_id, packageId, userEmail: email },
    handles: ['not_logged_in', 'too_many_requests'],
  })
  return confirmationURL
}
