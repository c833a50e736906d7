/** Does what several callers asked for in one go; answers stand in the order of the asks. */
type DoAll<Ask, Answer> = (asks: readonly Ask[]) => Promise<readonly Answer[]>

interface Waiting<Ask, Answer> {
  readonly ask: Ask
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

const ASKS_MAX = 500
// What takes longer than this does not hold up the next.
const LATE_MS = 25

/**
 * Makes one statement do the work of many callers: what is asked for while a statement is under way is gathered and done by
 * the next one. It begins only after all its asks have come, so each caller sees whatever was committed before they asked.
 * Alone, a caller waits for nobody. Figures: `bench/session.ts`.
 */
export function gather<Ask, Answer>(doAll: DoAll<Ask, Answer>): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = []
  // Whose turn it is: what holds up the next.
  let turn: symbol | null = null

  async function doNext(): Promise<void> {
    if (turn !== null || waiting.length === 0) return
    const batch = waiting.splice(0, ASKS_MAX)
    const mine = Symbol('turn')
    turn = mine
    const late = setTimeout(() => endTurn(mine), LATE_MS)
    try {
      const answers = await doAll(batch.map(({ ask }) => ask))
      batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    clearTimeout(late)
    endTurn(mine)
  }

  function endTurn(of: symbol): void {
    if (turn !== of) return
    turn = null
    void doNext()
  }

  return (ask) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.push({ ask, resolve, reject })
    // Requests that arrived together are handled in one turn of the event loop; they go together.
    if (waiting.length === 1) setImmediate(() => void doNext())
    return promise
  }
}
