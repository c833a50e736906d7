import { SingleBar } from 'cli-progress'
import type { Forecast } from '#server/features/import/forecast-import.ts'

interface Step {
  /** The current step, in a word. */
  readonly phase: string
  /** How many are done. */
  readonly done: number
  /** What can be said at a time of `performance.now`. */
  readonly forecast: (now: number) => Forecast
}

/** A terminal line with a long command's progress and remaining time. */
export interface Progress {
  show(step: Step): void
  end(): void
}

/** The line moves on while a step lasts, too. */
const REDRAWN_MS = 250

/** Writes to standard error, and only on a terminal: files and pipes get results alone. */
export function showProgress({
  unit,
  label = '',
}: {
  readonly unit: string
  readonly label?: string
}): Progress {
  const bar = new SingleBar({
    format: `${label === '' ? '' : `${label}  `}{phase}  {bar} {percentage}%  {done} ${unit}  {left}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
    fps: 8,
  })
  let step: Step | undefined
  let timer: NodeJS.Timeout | undefined

  function draw(): void {
    if (step === undefined) return
    const { share, secondsLeft } = step.forecast(performance.now())
    const percent = Math.round(share * 100)
    const left = secondsLeft === null ? '' : timeLeft(secondsLeft)
    const payload = { phase: step.phase.padEnd(10), done: step.done.toLocaleString('en'), left }
    if (timer === undefined) bar.start(100, percent, payload)
    else bar.update(percent, payload)
    timer ??= setInterval(draw, REDRAWN_MS).unref()
  }

  return {
    show(next) {
      step = next
      draw()
    },
    end() {
      if (timer === undefined) return
      clearInterval(timer)
      bar.stop()
    },
  }
}

/** The forecast of work at a steady pace. */
export function steadily(share: number, startedAt: number): Step['forecast'] {
  return (now) => {
    const spent = (now - startedAt) / 1_000
    const isKnown = share >= 0.01 && spent >= 1
    return { share, secondsLeft: isKnown ? (spent / share) * (1 - share) : null }
  }
}

function timeLeft(seconds: number): string {
  const left = Math.ceil(seconds)
  return left >= 60 ? `${Math.floor(left / 60)} min ${left % 60} s left` : `${left} s left`
}
