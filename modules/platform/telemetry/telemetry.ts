import type { Log } from '../log.ts'

/** What a span or a metric says: kinds, counts and codes. Never a name, an address, a text of people's, or an id that opens something (R208). */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** A span as W3C's header `traceparent` writes it. Only sampled ones are written down. */
export type Traceparent = string

/** Where a span comes from when it is not the one around it: one that it continues, and others that led to it. */
export type Origin = Readonly<{ parent?: Traceparent | undefined; links?: readonly Traceparent[] }>

/** A span while it runs. */
export type Span = Readonly<{
  rename: (name: string) => void
  set: (attributes: Attributes) => void
  /** Notes a moment within the span. */
  note: (moment: string, attributes: Attributes) => void
  /** Marks it as failed; `type` is a class or a code, never a message. */
  failed: (type: string) => void
}>

export type SpanOptions = Readonly<{ kind?: 'internal' | 'server' | 'client' | 'consumer'; origin?: Origin }>
type Run<Result> = (span: Span) => Promise<Result>
/** The values of a metric, each with what tells it from the others. */
export type Observe = () => Promise<Iterable<readonly [value: number, attributes: Attributes]>>

/** What sdk.ts does for the functions of this file. */
export type Telemetry = Readonly<{
  span: <Result>(name: string, attributes: Attributes, run: Run<Result>, options: SpanOptions) => Promise<Result>
  inSpan: <Call extends () => void>(call: Call) => Call
  /** The span that runs now, if it is recorded. */
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

/** One for the process, or the thread, as OpenTelemetry's own; null while it is off. */
let telemetry: Telemetry | null = null

/**
 * Turns telemetry on for this thread, if there are settings for it. Only then is the SDK loaded. `part` tells this thread from the others of the
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

/** Runs within a span, whose parent is the one around it unless `origin` says otherwise. Without telemetry it only runs. */
export const span = <Result>(name: string, attributes: Attributes, run: Run<Result>, options: SpanOptions = {}): Promise<Result> =>
  telemetry ? telemetry.span(name, attributes, run, options) : run(NO_SPAN)

/** A callback that is called within the span that runs now: events of sockets come from outside of it. */
export const inSpan = <Call extends () => void>(call: Call): Call => telemetry?.inSpan(call) ?? call

/** The span that runs now, for whoever goes on with it later or elsewhere. */
export const traceparent = (): Traceparent | undefined => {
  const active = telemetry?.active()
  return active ? `00-${active.traceId}-${active.spanId}-01` : undefined
}

/** The ids under which a line of the log is found again in its trace, as OpenTelemetry names them there. */
export const traceIds = (): Record<string, string> => {
  const active = telemetry?.active()
  return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
}

const traceIdIn = (text: Traceparent): string => text.split('-', 2)[1] ?? ''

type Traced = Readonly<{ metadata: Readonly<{ traceparent?: Traceparent }> }>

/** The origin of what several events lead to: it continues their trace if they are of one, and else begins its own that links to theirs. */
export const originOf = (causes: readonly Traced[]): Origin => {
  if (!telemetry) return {}
  const known = [...new Set(causes.map(({ metadata }) => metadata.traceparent))].filter((cause) => cause !== undefined)
  const [first, ...others] = known
  return new Set(known.map(traceIdIn)).size === 1 ? { parent: first, links: others } : { links: known }
}

export const count = (name: string, by: number, attributes: Attributes = {}): void => telemetry?.count(name, by, attributes)

export const measure = (name: string, seconds: number, attributes: Attributes = {}): void => telemetry?.measure(name, seconds, attributes)

/** Asks for the values of a metric, in seconds, whenever metrics are sent. */
export const observe = (name: string, values: Observe): void => telemetry?.observe(name, values)
