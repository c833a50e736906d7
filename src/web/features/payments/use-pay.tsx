import { useEffect, useState } from 'react'
import type { Package } from '#shared/rules/packages.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { LogInFirst } from '#web/features/accounts/LogInFirst.tsx'
import { getSession, whenSessionKnown } from '#web/kit/api/session.ts'
import { formatWait } from '#web/kit/formats/format.ts'
import { followRequest } from '#web/kit/toasts/toast-promise.ts'

type PackageId = Package['packageId']

interface Pay {
  /** The package that is being ordered; null when none is. */
  readonly payingId: PackageId | null
  /** Orders a package and leaves for the provider's page. */
  readonly pay: (packageId: PackageId) => Promise<void>
}

/** Begins a payment; every way in which that fails is told in a notification, and nothing is charged. */
export function usePay(): Pay {
  const { language } = useLanguage()
  const { payments, common, errors, status } = useTexts()
  const { lostData, unavailable } = payments.shop
  const [payingId, setPayingId] = useState<PackageId | null>(null)
  useEffect(() => {
    // Who comes back from the provider's page with the browser's own button finds the page as they left it: busy.
    const restore = (event: PageTransitionEvent) => event.persisted && setPayingId(null)
    window.addEventListener('pageshow', restore)
    return () => window.removeEventListener('pageshow', restore)
  }, [])

  const describe = (error: unknown) => {
    if (!(error instanceof CallError)) return unavailable
    switch (error.code) {
      case 'not_logged_in':
        return <LogInFirst />
      case 'invalid_input':
      case 'forbidden':
        return lostData
      case 'offline':
        return common.offline
      case 'too_many_requests': {
        const wait = error.retryAfter === null ? '' : formatWait(error.retryAfter, language)
        return wait === ''
          ? errors.too_many_requests
          : `${errors.too_many_requests} ${status.tooManyRequests.wait(wait)}`
      }
      default:
        return unavailable
    }
  }

  const pay = async (packageId: PackageId) => {
    if (payingId !== null) return
    setPayingId(packageId)
    const tell = followRequest('payment', payments.shop.ordering)
    try {
      const address = await orderPackage(packageId)
      tell({ kind: 'success', text: payments.shop.leaving })
      window.location.assign(address)
    } catch (error) {
      setPayingId(null)
      tell({ kind: 'error', text: describe(error), reason: error })
    }
  }
  return { payingId, pay }
}

/** @returns the address of the provider's page. @throws CallError, `invalid_input` also when the person's data is not there */
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
