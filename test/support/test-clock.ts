import type { Clock } from '#server/clock.ts'

/** A clock that moves only when a test moves it. It starts at an ordinary moment, not at the current time. */
export class TestClock implements Clock {
  #now: number

  constructor(start = '2026-03-10T09:00:00.000Z') {
    this.#now = Date.parse(start)
  }

  now(): Date {
    return new Date(this.#now)
  }

  set(instant: string): void {
    this.#now = Date.parse(instant)
  }

  advance({
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
  }: Partial<Record<'days' | 'hours' | 'minutes' | 'seconds', number>>): void {
    this.#now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000
  }
}
