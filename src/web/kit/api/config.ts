import { useEffect } from 'react'
import type { DataOf } from '#shared/api/contract.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'
import { CallError, call } from './call.ts'

export type WebConfig = DataOf<'GET /config'>

/** How long to wait after a failure, in seconds: twice as long each time. */
const WAIT = { first: 5, longest: 60 }

const config = createStore<WebConfig | null>(null)
let request: Promise<void> | null = null
let wait = WAIT.first
let timer: ReturnType<typeof setTimeout> | undefined

/** This installation's public configuration; null until it is known. Fetched once. */
export function useConfig(): WebConfig | null {
  useEffect(() => void load(), [])
  return useStore(config)
}

function load(): Promise<void> {
  request ??= ask()
  return request
}

async function ask(): Promise<void> {
  try {
    config.set((await call('GET /config', { handles: ['too_many_requests'] })).data)
  } catch (error) {
    request = null
    if (!(error instanceof CallError)) throw error
    // Its page explains it, and asking again would lead there again.
    if (error.isExplained) return
    // Until it is known, the parts that need it stay empty, and a sign-in at a provider's page stays unfinished.
    clearTimeout(timer)
    timer = setTimeout(() => void load(), (error.retryAfter ?? wait) * 1000)
    wait = Math.min(wait * 2, WAIT.longest)
  }
}
