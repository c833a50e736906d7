import { Refusal } from './refusal.ts'

/** What a span tells: names and numbers of ours, never what people typed, whom they are, or where they are. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

export interface NewSpan {
  readonly name: string
  readonly kind: 'server' | 'client' | 'internal' | 'consumer'
  readonly facts?: SpanFacts
  /** What it belongs to, as a `traceparent` (W3C Trace Context); without it, the current span. */
  readonly parent?: string | undefined
  /** Milliseconds between a press in the browser and its call: the press becomes the trace's first span. */
  readonly pressedAgoMs?: number | undefined
}

export interface OpenSpan {
  /** Runs work whose spans belong to this one. */
  within<T>(work: () => T): T
  /** @param failure what kind of failure it was; the span then counts as failed */
  end(facts?: SpanFacts, failure?: string): void
}

/** Where spans go. */
export interface SpanSink {
  begin(span: NewSpan): OpenSpan
  /** Marks a moment in the current span. */
  note(event: string): void
  /** The current span, as a `traceparent`. */
  current(): string | undefined
}

// One for the process, as asynchronous work has one context. Nothing of OpenTelemetry is loaded without a sink.
let sink: SpanSink | null = null

/** Sets where spans go from now on; null: nowhere. */
export function sendSpansTo(target: SpanSink | null): void {
  sink = target
}

export function isTracing(): boolean {
  return sink !== null
}

/** Begins a span that is ended elsewhere; null while tracing is off. */
export function beginSpan(describe: () => NewSpan): OpenSpan | null {
  return sink === null ? null : sink.begin(describe())
}

/** Runs work in a span; while tracing is off it only runs it. */
export async function traced<T>(describe: () => NewSpan, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(describe)
  if (span === null) return work()
  try {
    const answer = await span.within(work)
    span.end()
    return answer
  } catch (error) {
    // A refusal is an answer like another.
    if (error instanceof Refusal) span.end({ refusal: error.code })
    else span.end({}, failureOf(error))
    throw error
  }
}

/** Marks a moment in the current span. */
export function noteInSpan(event: string): void {
  sink?.note(event)
}

/** The current span as a `traceparent`, to continue it elsewhere. */
export function currentTrace(): string | undefined {
  return sink?.current()
}

/** The kind of an error; its message may hold addresses. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
