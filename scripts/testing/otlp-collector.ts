import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Attribute = Readonly<{ key: string; value: Readonly<Record<string, unknown>> }>
type Link = Readonly<{ traceId: string; spanId: string }>
type Sent = Readonly<{
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: readonly Attribute[]
  events: readonly Readonly<{ name: string; attributes: readonly Attribute[] }>[]
  links?: readonly Link[]
  status: Readonly<{ code: number; message?: string }>
}>
type Metric = Readonly<{ name: string; [kind: string]: unknown }>
type Resource = Readonly<{ attributes: readonly Attribute[] }>
type Traces = Readonly<{ resourceSpans: readonly Readonly<{ resource: Resource; scopeSpans: readonly Readonly<{ spans: readonly Sent[] }>[] }>[] }>
type Metrics = Readonly<{
  resourceMetrics: readonly Readonly<{ resource: Resource; scopeMetrics: readonly Readonly<{ metrics: readonly Metric[] }>[] }>[]
}>

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** An OpenTelemetry collector on loopback that keeps everything it receives (OTLP over HTTP, as JSON). */
export const startCollector = async () => {
  const bodies: Readonly<{ path: string; body: string }>[] = []
  const server = createServer(async (req, res) => {
    bodies.push({ path: req.url ?? '', body: await text(req) })
    res.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const of = <Body>(path: string) => bodies.filter((sent) => sent.path === path).map(({ body }) => JSON.parse(body) as Body)

  /** Each span with its attributes and the attributes of its process or thread. */
  const spans = () =>
    of<Traces>('/v1/traces').flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ resource, scopeSpans }) =>
        scopeSpans.flatMap((scope) =>
          scope.spans.map((span) => ({ ...span, about: valuesOf(span.attributes), from: valuesOf(resource.attributes) })),
        ),
      ),
    )

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** For each span with this name: its name and the names of its ancestors, up to the root of the trace. */
    pathTo: (name: string): string[][] => {
      const all = new Map(spans().map((span) => [span.spanId, span]))
      return [...all.values()]
        .filter((span) => span.name === name)
        .map((span) => {
          const path = [span.name]
          for (let above = all.get(span.parentSpanId ?? ''); above; above = all.get(above.parentSpanId ?? '')) path.push(above.name)
          return path
        })
    },
    metrics: () =>
      of<Metrics>('/v1/metrics').flatMap(({ resourceMetrics }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)),
      ),
    sent: () => bodies.map(({ body }) => body).join('\n'),
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
export type Collector = Awaited<ReturnType<typeof startCollector>>
