import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { rules } from '../../modules/operations/attention.ts'
import { noteBackup } from '../../modules/operations/backups.ts'
import { type App, startApp } from '../testing/app.ts'
import { startPayableNetwork } from '../testing/paying.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

type Rule = Readonly<{ alert: string; expr: string; labels: Record<string, string>; annotations: Record<string, string> }>
type Panel = Readonly<{ title: string; targets: readonly Readonly<{ expr: string; legendFormat: string }>[] }>
const alerts = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules)
const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] }

/** PromQL keywords before brackets or between expressions. */
const WORDS = new Set(
  'absent by count deriv histogram_quantile max min min_over_time or rate sum time vector and on without ignoring group_left'.split(' '),
)
/** Labels that Prometheus, the node exporter and the kubelet add. */
const OF_DISKS = new Set(['fstype', 'mountpoint', 'persistentvolumeclaim'])
const OF_PROMETHEUS = new Map([
  ['up', new Set<string>()],
  ['node_filesystem_avail_bytes', OF_DISKS],
  ['node_filesystem_size_bytes', OF_DISKS],
  ['kubelet_volume_stats_available_bytes', OF_DISKS],
  ['kubelet_volume_stats_capacity_bytes', OF_DISKS],
])
const OF_TARGETS = ['job', 'instance']

/** The metrics of an expression, its labels, and their required values. */
const named = (expr: string) => {
  const values = [...expr.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, label = '', value = '']) => ({ label, value }))
  const grouped = [...expr.matchAll(/\b(?:by|without|on|ignoring) \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',').map((one) => one.trim()))
  const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ').replace(/\b(?:by|without|on|ignoring) \([^)]*\)/g, ' ')
  const metrics = [...bare.matchAll(/[a-z_][a-z0-9_]*/g)].map(([word]) => word).filter((word) => !WORDS.has(word))
  return { metrics: [...new Set(metrics)], values, labels: [...new Set([...grouped, ...values.map(({ label }) => label)])] }
}

const alertsIn = (text: string): Map<string, Map<string, Set<string>>> => {
  const metrics = new Map<string, Map<string, Set<string>>>()
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = metrics.get(name) ?? new Map<string, Set<string>>()
    metrics.set(name, known)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value))
  }
  return metrics
}

let app: App
let text: string
let metrics: ReturnType<typeof alertsIn>
beforeAll(async () => {
  app = await startApp({ DATA_DIR: '.' })
  await noteBackup(app.pool, { madeAt: new Date().toISOString(), bytes: 1, key: null })
  // A label appears with its first count: a call, a refused one, and an answer of Stripe.
  await startPayableNetwork(app)
  await app.ready()
  // A projection without such events takes its first position when it next polls the log, within ten seconds.
  const scraped = async () => (await app.guest().send('get', '/metrics')).text
  await vi.waitFor(async () => expect((await scraped()).match(/^vestry_projection_position/gm)).toHaveLength(app.projections.length), 30_000)
  await app.guest().send('get', '/api/nothing')
  text = await scraped()
  // The timer's metric for the node exporter.
  metrics = alertsIn(`${text}\n${/echo "(vestry_\w+)/.exec(read('vestry-backup.service'))?.[1]} 1`)
  for (const [name, labels] of OF_PROMETHEUS) metrics.set(name, new Map([...labels].map((label) => [label, new Set()])))
})
afterAll(() => app.stop())

const STATUS = /^[1-5]xx$/

/** Names in an expression that the metrics lack. */
const unknownIn = (expr: string, legend = ''): string[] => {
  const { metrics: asked, labels, values } = named(expr)
  const known = new Set([...OF_TARGETS, ...asked.flatMap((name) => [...(metrics.get(name)?.keys() ?? [])])])
  const shown = [...legend.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label = '']) => label)
  // Grouping or summing removes all other labels.
  const left = /\b(?:sum|max|min|count)\b/.test(expr) ? new Set(labels) : known
  return [
    ...asked.filter((name) => !metrics.has(name)).map((name) => `there is no ${name}`),
    ...labels.filter((label) => !known.has(label)).map((label) => `${asked.join(', ')} has no label ${label}`),
    ...shown.filter((label) => !left.has(label)).map((label) => `the result has no label ${label} to show`),
    ...values.filter(({ label, value }) => label === 'status' && !STATUS.test(value)).map(({ value }) => `no status is ${value}`),
  ]
}

test('every alert uses exported metrics and labels', () => {
  const unknown = alerts.flatMap(({ alert, expr, annotations }) =>
    unknownIn(expr, Object.values(annotations).join(' ')).map((why) => `${alert}: ${why}`),
  )
  expect(unknown).toEqual([])
})

test("the operator's page reports a problem for each alert", () => {
  const product = (text: string) => text.split('*').reduce((sum, part) => sum * Number(part), 1)
  for (const { alert, metric, above } of rules) {
    const { expr } = alerts.find((one) => one.alert === alert) ?? expect.fail(`there is no alert ${alert}`)
    expect(expr).toContain(metric)
    expect(product(/> ([\d.* ]+)/.exec(expr)?.[1] ?? ''), alert).toBe(above)
  }
  // Alerts about the database or the queue; the others concern figures of single processes.
  const kept = /vestry_(?:projection|jobs|mails|deliveries|disk|backup)/
  expect(
    alerts
      .filter(({ expr }) => kept.test(expr))
      .map(({ alert }) => alert)
      .sort(),
  ).toEqual(rules.map(({ alert }) => alert).sort())
})

test('every panel uses exported metrics and labels', () => {
  const unknown = panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ expr, legendFormat }) => unknownIn(expr, legendFormat).map((why) => `${title}: ${why}`)),
  )
  expect(unknown).toEqual([])
})

test("detects a metric, a label, a label's value or a shown label that does not exist", () => {
  expect(unknownIn('max(vestry_jobs_ded) > 0')).toEqual(['there is no vestry_jobs_ded'])
  expect(unknownIn('sum by (state) (rate(vestry_requests_total[5m]))')).toEqual(['vestry_requests_total has no label state'])
  expect(unknownIn('rate(vestry_requests_total{code="500"}[5m])')).toEqual(['vestry_requests_total has no label code'])
  expect(unknownIn('rate(vestry_requests_total{status="500"}[5m])')).toEqual(['no status is 500'])
  expect(unknownIn('max(vestry_ready)', '{{ $labels.instance }}')).toEqual(['the result has no label instance to show'])
})

test('every alert states its severity and what to do', () => {
  for (const { alert, labels, annotations } of alerts) {
    expect(['page', 'ticket'], alert).toContain(labels.severity)
    expect(annotations.summary, alert).toBeTruthy()
    expect(annotations.action, alert).toBeTruthy()
  }
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
})

test("every metric has a help text, and Prometheus' units and suffixes", () => {
  for (const [, name = '', help = ''] of text.matchAll(/^# HELP (vestry_\w+) (.*)$/gm)) expect(help, name).not.toBe(name)
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (vestry_\w+) (\w+)$/gm)) {
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
    expect(name, name).not.toMatch(/_(?:ms|minutes|hours)$/)
  }
})

test("/metrics shows waiting work and projections' progress, and does not count probes", async () => {
  const value = (line: string) => Number(new RegExp(`^${line} (\\S+)$`, 'm').exec(text)?.[1])
  expect(value('vestry_ready')).toBe(1)
  expect(value('vestry_info{role="all"}')).toBe(1)
  expect(value('vestry_jobs_dead')).toBe(0)
  expect(metrics.get('vestry_projection_lag_seconds')?.get('projection')).toEqual(metrics.get('vestry_projection_position')?.get('projection'))
  expect(metrics.get('vestry_projection_position')?.get('projection')?.size).toBe(app.projections.length)

  const requests = async () => (await app.guest().send('get', '/metrics')).text.match(/^vestry_requests_total.*$/gm)
  const before = await requests()
  await app.guest().send('get', '/readyz')
  expect(await requests()).toEqual(before)
})

test('counts the age of a job from when it could run, without scheduled jobs, and counts retried and dead ones', async () => {
  await app.pool.query(`
    insert into graphile_worker._private_tasks (identifier) values ('of-nobody') on conflict do nothing;
    insert into graphile_worker._private_jobs (key, task_id, payload, run_at, attempts, max_attempts)
    select gen_random_uuid(), id, '{}'::json, now() + due, attempts, 25 from graphile_worker._private_tasks,
      (values (interval '-1 hour', 0), (interval '1 hour', 3), (interval '-1 day', 25)) as job (due, attempts) where identifier = 'of-nobody'`)
  const { text: now } = await app.guest().send('get', '/metrics')
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(now)?.[1])
  expect(value('vestry_jobs_oldest_due_age_seconds')).toBeGreaterThanOrEqual(3_600)
  expect(value('vestry_jobs_oldest_due_age_seconds')).toBeLessThan(3_700)
  expect([value('vestry_jobs_retrying'), value('vestry_jobs_dead')]).toEqual([1, 1])

  // Repairs as OPERATE.md tells the operator to.
  const [list = '', again = ''] = [...read('../OPERATE.md').matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql ?? '')
  expect((await app.pool.query(list)).rows).toMatchObject([{ task_identifier: 'of-nobody' }])
  expect((await app.pool.query(again)).rows).toEqual([{ count: 1 }])
  expect((await app.pool.query(list)).rows).toEqual([])
})
