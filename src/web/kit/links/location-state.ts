import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PAGES } from '#shared/pages.ts'
import { PATHS, parseAddress } from '#shared/paths.ts'
import { useSession } from '#web/kit/api/session.ts'
import { keptInTab } from '#web/kit/stores/storage.ts'

/** Stored in the history entries of the login pages. */
export interface CameFrom {
  /** Path and query of the page to return to. */
  readonly from: string
  /** Name of the channel whose contact the person was about to open. */
  readonly channel?: string
}

/** Marks the current page as the one to return to; login pages pass on the state that they received. */
export function useLeavingState(): CameFrom {
  const { pathname, search, state } = useLocation()
  const here = wanted(`${pathname}${search}`)
  if (here !== null) return { from: here }
  const channel = wantedChannel(state)
  return { from: wanted(fromOf(state)) ?? PATHS.search, ...(channel !== null && { channel }) }
}

const left = keptInTab('came_from')

/** Keeps that while the person is at a provider's page, which leads back without it. */
export function keepLeaving(leaving: CameFrom): void {
  left.write(JSON.stringify(leaving))
}

/** Takes it once; null when nothing was kept. */
export function takeLeaving(): unknown {
  const kept = left.read()
  left.write(null)
  return kept === null ? null : JSON.parse(kept)
}

/** Whether people look for channels at this address: sign-up and payment lead back there. */
export function isLookingPlace(address: string): boolean {
  const { page } = parseAddress(address.split('?')[0] ?? '')
  return page === 'search' || page === 'channel'
}

const place = keptInTab('last_place')

/** Remembers where the person looks for channels: a payment leads over the provider's page. */
export function keepPlace(address: string): void {
  if (isLookingPlace(address)) place.write(address)
}

/** Where the person last looked for channels in this tab, else the search. */
export function lastPlace(): string {
  return place.read() ?? PATHS.search
}

/** Name of the channel for whose contact the person logs in or signs up; null when it is none. */
export function useWantedChannel(): string | null {
  return wantedChannel(useLocation().state)
}

function wantedChannel(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('channel' in state)) return null
  return typeof state.channel === 'string' ? state.channel : null
}

/** Where to go after login: the page that required it, else the search. */
export function useReturnPath(): string {
  return wanted(fromOf(useLocation().state)) ?? PATHS.search
}

function fromOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  return typeof state.from === 'string' ? state.from : null
}

function wanted(address: string | null): string | null {
  if (address === null || !address.startsWith('/')) return null
  const { page } = parseAddress(address.split('?')[0] ?? '')
  return page !== null && PAGES[page].isPassing ? null : address
}

/**
 * Redirects a person who arrives logged in to where they came from, else to the search; a login on this page is left to the
 * page.
 */
export function useSendOn(): void {
  const { status } = useSession()
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  const wasOut = useRef(false)
  useEffect(() => {
    if (status === 'out') wasOut.current = true
    if (status === 'in' && !wasOut.current) void navigate(returnPath, { replace: true })
  }, [status, navigate, returnPath])
}

/** How the person got to a refusal's page. */
export interface RefusedState {
  /** Path and query of the page where the call was refused. */
  readonly from: string
  /** When calls are allowed again, in ms since 1970; null when unknown. */
  readonly freeAt: number | null
  /** Why the call was refused. */
  readonly code: string
}

/** How the person got to this page; null when it was opened by its URL. */
export function useRefusedState(): RefusedState | null {
  const state: unknown = useLocation().state
  return isRefusedState(state) ? state : null
}

function isRefusedState(state: unknown): state is RefusedState {
  return typeof state === 'object' && state !== null && 'from' in state && 'freeAt' in state
}

/** State of a navigation that changes only a page's content: it moves neither the scroll position nor the focus. */
export const IN_PLACE = { isInPlace: true } as const

/** State of a step that shows something over the page: Back closes it. */
export const OVER_PAGE = { ...IN_PLACE, isOverPage: true } as const

/** Whether the current step shows something over the page. */
export function useIsOverPage(): boolean {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'isOverPage' in state
}

/** State of a link that leads into the page's first field, to type at once. */
export const INTO_FIELD = { isIntoField: true } as const

/** Whether the person came to type. */
export function useIsIntoField(): boolean {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'isIntoField' in state
}

/** State of a navigation to the page of lists, with the list to look up. */
export function carryingList(text: string): { readonly list: string } {
  return { list: text }
}

/** Takes the list that the person came with, once. */
export function useCarriedList(onTaken: (text: string) => void): void {
  const state: unknown = useLocation().state
  const list = typeof state === 'object' && state !== null && 'list' in state ? state.list : null
  const navigate = useNavigate()
  const take = useEffectEvent((text: string) => {
    onTaken(text)
    // A reload would take it again, and undo what was done with it since.
    void navigate('', { replace: true, state: IN_PLACE })
  })
  useEffect(() => {
    if (typeof list === 'string') take(list)
  }, [list])
}

/** Whether a navigation has this state. @param state a location's state */
export function isInPlace(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isInPlace' in state
}
