import { SingleBar } from 'cli-progress'

interface Step {
  /** The current step, in a word. */
  readonly phase: string
  /** How many are done. */
  readonly done: number
  /** The completed share of the whole, 0 to 1. */
  readonly share: number
}

/** A terminal line with a long command's progress, speed and remaining time. */
export interface Progress {
  show(step: Step): void
  end(): void
}

/** Writes to standard error, and only on a terminal: files and pipes get results alone. */
export function showProgress({
  unit,
  label = '',
}: {
  readonly unit: string
  readonly label?: string
}): Progress {
  const bar = new SingleBar({
    format: `${label === '' ? '' : `${label}  `}{phase}  {bar} {percentage}%  {done} ${unit}  {rate}/s  {left}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
    fps: 8,
  })
  const startedAt = performance.now()
  let isShown = false

  return {
    show({ phase, done, share }) {
      const seconds = (performance.now() - startedAt) / 1_000
      const payload = {
        phase: phase.padEnd(10),
        done: done.toLocaleString('en'),
        rate: Math.round(done / Math.max(seconds, 0.001)).toLocaleString('en'),
        left: share < 1 ? timeLeft(seconds, share) : 'nearly done',
      }
      const percent = Math.min(100, Math.round(share * 100))
      if (!isShown) bar.start(100, percent, payload)
      else bar.update(percent, payload)
      isShown = true
    },
    end() {
      if (isShown) bar.stop()
    },
  }
}

function timeLeft(seconds: number, share: number): string {
  if (share < 0.01 || seconds < 1) return ''
  const left = Math.round((seconds / share) * (1 - share))
  return left >= 60 ? `${Math.floor(left / 60)} min ${left % 60} s left` : `${left} s left`
}
