import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { KEEPS_PLACE } from './keeps-place.ts'

/**
 * Gives every step of a page an entry of the browser's history, so that Back and Forward go through the steps. An entry
 * holds the step's number and nothing that was typed. Under the entry of a step are always those of the steps before it.
 * @param place the step that the page shows, counted from 0
 * @param come shows the step that the person went to, as far as that can be. @returns the step that is shown then
 */
export function useStepHistory(place: number, come: (place: number) => number): void {
  const navigate = useNavigate()
  const location = useLocation()
  // Where the history stands, or will once a navigation of this hook has been made.
  const stands = useRef(placeIn(location.state))

  const go = (wanted: number) => {
    const steps = wanted - stands.current
    stands.current = wanted
    if (steps !== 0) void navigate(steps)
  }
  const comeTo = useEffectEvent((at: number) => {
    // Its own navigations arrive where they were sent to; others are the person's.
    if (at === stands.current) return
    stands.current = at
    const reached = come(at)
    if (reached !== at) go(reached)
  })
  const follow = useEffectEvent((wanted: number) => {
    // Less also after a reload: the entry is that of a later step, while what was typed is gone.
    if (wanted <= stands.current) return go(wanted)
    const { pathname, search, state } = location
    for (let step = stands.current + 1; step <= wanted; step += 1) {
      void navigate({ pathname, search }, { state: { ...state, ...KEEPS_PLACE, [PLACE]: step } })
    }
    stands.current = wanted
  })
  useEffect(() => {
    const { pathname } = window.location
    // Not by the router's location, which changes in a transition: a step and the way back may end as no change at all.
    const listen = () => {
      if (window.location.pathname === pathname) comeTo(placeIn(stateOfHistory()))
    }
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [])
  // As the step appears: Back may come at once.
  useLayoutEffect(() => follow(place), [place])
}

const PLACE = 'step'

function placeIn(state: unknown): number {
  if (typeof state !== 'object' || state === null || !(PLACE in state)) return 0
  return typeof state[PLACE] === 'number' ? state[PLACE] : 0
}

/** The state of the location; the router keeps it beside things of its own. */
function stateOfHistory(): unknown {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'usr' in state ? state.usr : null
}
