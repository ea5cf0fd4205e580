import type { Log } from '../log.ts'

/**
 * Attributes of a span or metric: kinds, counts and codes. Never a name, an address, user input, or an id that opens
 * something (R125).
 */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** A span as in W3C's header `traceparent`. Only sampled ones are written. */
export type Traceparent = string

/** The origin of a span other than the surrounding one: its parent, and linked spans. */
export type Origin = Readonly<{ parent?: Traceparent | undefined; links?: readonly Traceparent[] }>

export type Span = Readonly<{
  rename: (name: string) => void
  set: (attributes: Attributes) => void
  note: (moment: string, attributes: Attributes) => void
  /** Marks the span as failed; `type` is a class or a code, never a message. */
  failed: (type: string) => void
}>

export type SpanOptions = Readonly<{ kind?: 'internal' | 'server' | 'client' | 'consumer'; origin?: Origin }>
type Run<Result> = (span: Span) => Promise<Result>
export type Observe = () => Promise<Iterable<readonly [value: number, attributes: Attributes]>>

/** The implementation of this file's functions (sdk.ts). */
export type Telemetry = Readonly<{
  span: <Result>(name: string, attributes: Attributes, run: Run<Result>, options: SpanOptions) => Promise<Result>
  inSpan: <Call extends () => void>(call: Call) => Call
  active: () => Readonly<{ traceId: string; spanId: string }> | null
  count: (name: string, by: number, attributes: Attributes) => void
  measure: (name: string, seconds: number, attributes: Attributes) => void
  observe: (name: string, observe: Observe) => void
  stop: () => Promise<void>
}>

/** The settings that turn it on, and every OTEL_ variable that was set. */
export type TelemetrySettings = Readonly<{ traces: boolean; metrics: boolean; environment: Readonly<Record<string, string>> }>

const ignore = () => {}
const NO_SPAN: Span = { rename: ignore, set: ignore, note: ignore, failed: ignore }

/** The telemetry of this process or thread; null while it is off. */
let telemetry: Telemetry | null = null

/**
 * Turns telemetry on for this thread, if configured. Only then is the SDK loaded. `part` names this thread within the
 * service.
 */
export const openTelemetry = async (settings: TelemetrySettings | null, part: string, log: Log): Promise<{ stop: () => Promise<void> }> => {
  if (!settings) return { stop: async () => {} }
  const { startSdk } = await import('./sdk.ts')
  const opened = startSdk(settings, part, log)
  telemetry = opened
  return {
    stop: async () => {
      if (telemetry === opened) telemetry = null
      await opened.stop()
    },
  }
}

export const isTraced = (): boolean => telemetry !== null

/**
 * Runs within a span, whose parent is the surrounding span unless `origin` is given. Without telemetry it runs without
 * a span.
 */
export const span = <Result>(name: string, attributes: Attributes, run: Run<Result>, options: SpanOptions = {}): Promise<Result> =>
  telemetry ? telemetry.span(name, attributes, run, options) : run(NO_SPAN)

/** Runs a callback within the current span: socket events come from outside of it. */
export const inSpan = <Call extends () => void>(call: Call): Call => telemetry?.inSpan(call) ?? call

/** The current span, for work that continues it later or elsewhere. */
export const traceparent = (): Traceparent | undefined => {
  const active = telemetry?.active()
  return active ? `00-${active.traceId}-${active.spanId}-01` : undefined
}

/** Ids that link a log line to its trace, as OpenTelemetry names them. */
export const traceIds = (): Record<string, string> => {
  const active = telemetry?.active()
  return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
}

const traceIdIn = (text: Traceparent): string => text.split('-', 2)[1] ?? ''

type Traced = Readonly<{ metadata: Readonly<{ traceparent?: Traceparent }> }>

/**
 * The origin of work caused by several events: it continues their trace if they share one, and else begins a new one
 * with links.
 */
export const originOf = (causes: readonly Traced[]): Origin => {
  if (!telemetry) return {}
  const known = [...new Set(causes.map(({ metadata }) => metadata.traceparent))].filter((cause) => cause !== undefined)
  const [first, ...others] = known
  return new Set(known.map(traceIdIn)).size === 1 ? { parent: first, links: others } : { links: known }
}

export const count = (name: string, by: number, attributes: Attributes = {}): void => telemetry?.count(name, by, attributes)

export const measure = (name: string, seconds: number, attributes: Attributes = {}): void => telemetry?.measure(name, seconds, attributes)

/** Reads the values of a metric, in seconds, whenever metrics are sent. */
export const observe = (name: string, values: Observe): void => telemetry?.observe(name, values)
