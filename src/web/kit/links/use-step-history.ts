import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { IN_PLACE } from './location-state.ts'

/**
 * Gives every step of a page its own history entry, so that Back and Forward go through the steps. An entry holds the
 * step's number and nothing that was typed. The entries before a step's entry are those of the steps before it.
 * @param place the step that the page shows, from 0
 * @param come shows the step that the person went to, as far as possible; returns the step shown then
 */
export function useStepHistory(place: number, come: (place: number) => number): void {
  const navigate = useNavigate()
  const location = useLocation()
  // The current history position, or the next one while this hook navigates.
  const stands = useRef(placeIn(location.state))

  const go = (wanted: number) => {
    const steps = wanted - stands.current
    stands.current = wanted
    if (steps !== 0) void navigate(steps)
  }
  const comeTo = useEffectEvent((at: number) => {
    // The hook's own navigation ends where expected; any other is the person's.
    if (at === stands.current) return
    stands.current = at
    const reached = come(at)
    if (reached !== at) go(reached)
  })
  const follow = useEffectEvent((wanted: number) => {
    // Also smaller after a reload: the entry is a later step's, but the typed values are gone.
    if (wanted <= stands.current) return go(wanted)
    const { pathname, search, state } = location
    for (let step = stands.current + 1; step <= wanted; step += 1) {
      void navigate({ pathname, search }, { state: { ...state, ...IN_PLACE, [PLACE]: step } })
    }
    stands.current = wanted
  })
  useEffect(() => {
    const { pathname } = window.location
    // Not the router's location, which changes in a transition: a step and its way back may cancel out.
    const listen = () => {
      if (window.location.pathname === pathname) comeTo(placeIn(stateOfHistory()))
    }
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [])
  // As soon as the step appears: Back may follow immediately.
  useLayoutEffect(() => follow(place), [place])
}

const PLACE = 'step'

function placeIn(state: unknown): number {
  if (typeof state !== 'object' || state === null || !(PLACE in state)) return 0
  return typeof state[PLACE] === 'number' ? state[PLACE] : 0
}

/** The location's state, which the router stores beside its own data. */
function stateOfHistory(): unknown {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'usr' in state ? state.usr : null
}
