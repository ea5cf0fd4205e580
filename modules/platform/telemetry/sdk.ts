import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Context,
  isSpanContextValid,
  type Span as OpenSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { AlwaysOffSampler, BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { DomainError } from '../../kernel/errors.ts'
import type { Log } from '../log.ts'
import type { Span, Telemetry, TelemetrySettings, Traceparent } from './telemetry.ts'

/** The longest time that a shutdown waits for the endpoint to take the remaining data. */
const FLUSH_MS = 2_000
const METRICS_EVERY_MS = 60_000
/** The histogram buckets that OpenTelemetry recommends for the duration of requests, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Parses a traceparent; null if invalid. */
const contextIn = (text: Traceparent): SpanContext | null => {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text) ?? []
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
  return isSpanContextValid(found) ? found : null
}

/** An error's code or class. Messages are left out, since they quote user input. */
const typeOf = (error: unknown): string => {
  const { code, constructor: made } = Object(error) as { code?: unknown; constructor?: Readonly<{ name?: unknown }> }
  return [code, made?.name].find((one): one is string => typeof one === 'string' && /^\w{1,60}$/.test(one)) ?? 'Error'
}

const spanOf = (open: OpenSpan): Span => ({
  rename: (name) => void open.updateName(name),
  set: (attributes) => void open.setAttributes(attributes as never),
  note: (moment, attributes) => void open.addEvent(moment, attributes as never),
  failed: (type) => void open.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
})

/** A refusal counts as an answer, and does not mark the span as failed. */
const end = (open: OpenSpan, error?: unknown): void => {
  if (error instanceof DomainError) open.setAttribute('vestry.refusal', error.code)
  else if (error !== undefined) spanOf(open).failed(typeOf(error))
  open.end()
}

type Done = (result: Readonly<{ code: number; error?: Error }>) => void

/** The value of ExportResultCode.SUCCESS, whose package is only a transitive dependency. */
const TAKEN = 0

/** Logs a failing endpoint once, until it works again. */
const watch = <Items>(exporter: { export: (items: Items, done: Done) => void }, what: string, log: Log): void => {
  const original = exporter.export.bind(exporter)
  let failing = false
  exporter.export = (items, done) =>
    original(items, (result) => {
      const failed = result.code !== TAKEN
      if (failed && !failing) log.warn({ err: result.error }, `OTEL_EXPORTER_OTLP_ENDPOINT takes no ${what}: they are dropped until it does`)
      if (!failed && failing) log.warn(`OTEL_EXPORTER_OTLP_ENDPOINT takes ${what} again`)
      failing = failed
      done(result)
    })
}

/**
 * OpenTelemetry's SDK, which reads its own variables (OTEL_…) of the environment and sends JSON over HTTP. It is not
 * registered globally: libraries that trace by themselves, as slonik does for each query and row, would add unreviewed
 * spans.
 */
export const startSdk = ({ traces, metrics, environment }: TelemetrySettings, part: string, log: Log): Telemetry => {
  // A thread's environment is that of its process at the start, without the settings file.
  Object.assign(process.env, environment)
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'vestry', 'service.instance.id': randomUUID(), 'vestry.part': part }))
    .merge(detectResources({ detectors: [envDetector] }))
  const [spans, figures] = [new OTLPTraceExporter(), new OTLPMetricExporter()]
  watch(spans, 'traces', log)
  watch(figures, 'metrics', log)
  const provider = new BasicTracerProvider({
    resource,
    ...(traces ? { spanProcessors: [new BatchSpanProcessor(spans)] } : { sampler: new AlwaysOffSampler() }),
  })
  const exportIntervalMillis = Number(environment.OTEL_METRIC_EXPORT_INTERVAL) || METRICS_EVERY_MS
  const readers = metrics ? [new PeriodicExportingMetricReader({ exporter: figures, exportIntervalMillis })] : []
  const meters = new MeterProvider({ resource, readers })
  const tracer = provider.getTracer('vestry')
  const meter = meters.getMeter('vestry')
  const counters = new Map<string, ReturnType<typeof meter.createCounter>>()
  const histograms = new Map<string, ReturnType<typeof meter.createHistogram>>()

  const contexts = new AsyncLocalStorage<Context>()
  const current = () => contexts.getStore() ?? ROOT_CONTEXT

  return {
    span: async (name, attributes, run, { kind = 'internal', origin }) => {
      const parent = origin?.parent === undefined ? null : contextIn(origin.parent)
      const within = !origin ? current() : parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
      const links = (origin?.links ?? []).flatMap((link) => contextIn(link) ?? []).map((linked) => ({ context: linked }))
      const open = tracer.startSpan(name, { kind: kinds[kind], attributes: attributes as never, links }, within)
      try {
        const result = await contexts.run(trace.setSpan(within, open), run, spanOf(open))
        end(open)
        return result
      } catch (error) {
        end(open, error)
        throw error
      }
    },
    inSpan: (call) => AsyncLocalStorage.bind(call),
    active: () => {
      const found = trace.getSpanContext(current())
      return found && (found.traceFlags & TraceFlags.SAMPLED) !== 0 ? found : null
    },
    count: (name, by, attributes) => {
      const counter = counters.get(name) ?? meter.createCounter(name)
      counters.set(name, counter)
      counter.add(by, attributes as never)
    },
    measure: (name, seconds, attributes) => {
      const histogram = histograms.get(name) ?? meter.createHistogram(name, { unit: 's', advice: { explicitBucketBoundaries: SECONDS } })
      histograms.set(name, histogram)
      histogram.record(seconds, attributes as never)
    },
    observe: (name, values) => {
      meter.createObservableGauge(name, { unit: 's' }).addCallback(async (gauge) => {
        for (const [value, attributes] of await values()) gauge.observe(value, attributes as never)
      })
    },
    stop: async () => {
      const flushed = Promise.allSettled([provider.shutdown(), meters.shutdown()])
      await Promise.race([flushed, pause(FLUSH_MS, undefined, { ref: false })])
    },
  }
}
