import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { systemClock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/settings.ts'
import { type NewSpan, type OpenSpan, sendSpansTo } from '#server/tracing.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
}
/** Nobody waits longer for a page after a press; more is a wrong clock or a joke. */
const LONGEST_PRESS_MS = 60_000
const SENDING_MS = 5_000
const LONGEST_FACT = 2_000

/**
 * Sends spans of this process to a collector, over OTLP/HTTP. The only module that loads OpenTelemetry, and is itself loaded
 * only where a collector is set. What the collector does not take in time is dropped.
 */
export function openTracing(
  {
    otelEndpoint,
    otelHeaders,
    otelServiceName,
    otelRatio,
  }: Pick<Config, 'otelEndpoint' | 'otelHeaders' | 'otelServiceName' | 'otelRatio'>,
  log: Logger,
): AsyncDisposable {
  const ids = new RandomIdGenerator()
  /** The ids of the browser's span, for the next one that begins. */
  let given: SpanContext | null = null
  const exporter = new OTLPTraceExporter({
    url: `${otelEndpoint}/v1/traces`,
    headers: readHeaders(otelHeaders),
    timeoutMillis: SENDING_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': otelServiceName }),
    // By the trace's id alone: what a stranger's header says decides nothing, and a trace is whole or not there.
    sampler: new TraceIdRatioBasedSampler(otelRatio),
    spanLimits: { attributeValueLengthLimit: LONGEST_FACT },
    idGenerator: {
      generateTraceId: () => given?.traceId ?? ids.generateTraceId(),
      generateSpanId: () => given?.spanId ?? ids.generateSpanId(),
    },
    spanProcessors: [new BatchSpanProcessor({ exporter: telling(exporter, log) })],
  })
  const tracer = provider.getTracer('channelbook')
  const current = new AsyncLocalStorage<Span>()

  function contextOf({ parent }: NewSpan): Context {
    const remote = parent === undefined ? null : readTraceparent(parent)
    if (remote !== null) return trace.setSpanContext(ROOT_CONTEXT, remote)
    const above = current.getStore()
    return above === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, above)
  }

  /** The span that the browser began with the press, under its own id. */
  function beginPress({ name, parent, pressedAgoMs = 0 }: NewSpan): Span | null {
    given = parent === undefined ? null : readTraceparent(parent)
    if (given === null) return null
    try {
      const startTime = systemClock.now().getTime() - Math.min(Math.max(0, pressedAgoMs), LONGEST_PRESS_MS)
      return tracer.startSpan(`browser ${name}`, { kind: SpanKind.CLIENT, startTime }, ROOT_CONTEXT)
    } finally {
      given = null
    }
  }

  function begin(span: NewSpan): OpenSpan {
    const press = span.pressedAgoMs === undefined ? null : beginPress(span)
    const context = press === null ? contextOf(span) : trace.setSpan(ROOT_CONTEXT, press)
    const own = tracer.startSpan(
      span.name,
      { kind: KINDS[span.kind], attributes: { ...span.facts } },
      context,
    )
    return {
      within: (work) => current.run(own, work),
      end(facts = {}, failure) {
        own.setAttributes(facts)
        if (failure !== undefined) {
          own.setAttribute('error.type', failure)
          own.setStatus({ code: SpanStatusCode.ERROR })
        }
        own.end()
        press?.end()
      },
    }
  }

  sendSpansTo({
    begin,
    note: (event) => current.getStore()?.addEvent(event),
    current: () => writeTraceparent(current.getStore()?.spanContext()),
  })
  return {
    async [Symbol.asyncDispose]() {
      sendSpansTo(null)
      await provider.shutdown().catch(() => undefined)
    },
  }
}

/** Says once that the collector takes nothing, and once that it does again. */
function telling(exporter: SpanExporter, log: Logger): SpanExporter {
  let isRefused = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined
        if (failed !== isRefused) log.warn(failed ? 'traces cannot be sent' : 'traces are sent again')
        isRefused = failed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

/** W3C Trace Context, version 00; null for anything else. */
function readTraceparent(text: string): SpanContext | null {
  const [, traceId = '', spanId = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text) ?? []
  const context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }
  return trace.isSpanContextValid(context) ? context : null
}

function writeTraceparent(context: SpanContext | undefined): string | undefined {
  if (context === undefined) return undefined
  return `00-${context.traceId}-${context.spanId}-0${context.traceFlags}`
}

/** As the standard has them: `name=value,name=value`, with values in percent-encoding. */
function readHeaders(text: string | null): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decodeValue(pair.slice(at + 1).trim())] as const]
  })
  return Object.fromEntries(pairs)
}

function decodeValue(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_HEADERS has a value that is not in percent-encoding: write %25 for %',
    )
  }
}
