import { describe, expect, it } from 'vitest'
import { CallError } from '#web/kit/api/call.ts'
import { isCutShort, stateOf } from './use-results.ts'

describe('isCutShort', () => {
  const after = (...partial: boolean[]) => isCutShort(partial.map((isPartial) => ({ meta: { isPartial } })))

  it('searches on by itself three times after a partial page, then waits for a press', () => {
    expect(after()).toBe(false)
    expect(after(false)).toBe(false)
    expect(after(true)).toBe(true)
    expect(after(true, true, true)).toBe(true)
    expect(after(true, true, true, true)).toBe(false)
    expect(after(true, true, true, true, true)).toBe(true)
  })

  it('starts again after a full page', () => {
    expect(after(true, true, true, false)).toBe(false)
    expect(after(true, true, true, false, true)).toBe(true)
  })
})

describe('stateOf', () => {
  const LOADED = {
    isEmpty: false,
    isOnline: true,
    hasNone: false,
    isStillEmpty: false,
    isPending: false,
    isPlaceholderData: false,
    isError: false,
    isFetchNextPageError: false,
    fetchStatus: 'idle',
    error: null,
  } as const
  const state = (facts: Partial<Parameters<typeof stateOf>[0]>) => stateOf({ ...LOADED, ...facts })
  const failed = (code: 'unavailable' | 'offline') => ({ isError: true, error: new CallError(code) })

  it('shows results, and earlier ones until new ones have loaded', () => {
    expect(state({})).toBe('ready')
    expect(state({ isPlaceholderData: true, fetchStatus: 'fetching' })).toBe('old')
    expect(state({ isPending: true, fetchStatus: 'fetching' })).toBe('loading')
    expect(state({ isEmpty: true, isPending: true })).toBe('none')
  })

  it('goes on loading while pages without a channel lead on, then leaves it to the person', () => {
    expect(state({ hasNone: true, isStillEmpty: true })).toBe('loading')
    expect(state({ hasNone: true, isStillEmpty: true, isPlaceholderData: true })).toBe('old')
    expect(state({ hasNone: true })).toBe('ready')
  })

  it('is an error when nothing can be shown, but not when only further pages are missing', () => {
    expect(state({ isPending: true, ...failed('unavailable') })).toBe('error')
    expect(state({ isFetchNextPageError: true, ...failed('unavailable') })).toBe('ready')
    expect(state({ isFetchNextPageError: true, hasNone: true, ...failed('unavailable') })).toBe('error')
    expect(state({ isPending: true, ...failed('offline') })).toBe('offline')
  })

  it('goes on loading when a failed page without a channel before it is requested again', () => {
    const again = { isFetchNextPageError: true, fetchStatus: 'fetching', ...failed('unavailable') } as const
    expect(state({ hasNone: true, isStillEmpty: true, ...again })).toBe('loading')
  })

  it('is offline when the request waits for a connection, not when a tab in the background waits to repeat it', () => {
    const paused = { isPending: true, fetchStatus: 'paused' } as const
    expect(state({ ...paused, isOnline: false })).toBe('offline')
    expect(state(paused)).toBe('loading')
  })
})
