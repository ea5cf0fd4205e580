import { readFileSync, readdirSync } from 'node:fs'
import { load } from './load.ts'
import { startProduct, freePort } from './product.ts'
import { memberCsv } from './people.ts'
import { DemoClient } from '../demo/client.ts'
import { openPool } from '../../modules/platform/database.ts'
import { median, percentile } from './table.ts'
const ticks = (pid: number | string) => { try { const s = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return [Number(s[11]) + Number(s[12]), Number(s[1])] as const } catch { return [0, 0] as const } }
const profile = process.env.PROFILE
const product = await startProduct({ dir: '/tmp/mground', port: await freePort(), flags: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [] })
const { ground } = JSON.parse(readFileSync('/tmp/mground/ground.json', 'utf8'))
const large = ground.networks[0]
const base = product.base
const h = { 'content-type': 'application/json' }
const a = await fetch(`${base}/api/auth/login`, { method: 'POST', headers: h, body: JSON.stringify({ email: 'treasurer@bench.example', password: 'Bench-and-fault-1' }) })
const cookie = a.headers.getSetCookie()[0]!.split(';')[0]!
const client = new DemoClient(base)
await client.signIn('treasurer@bench.example', 'Bench-and-fault-1')
await client.post('/auth/network', { networkId: large.id })
const p = await client.post<{ id: string }>('/payment-profiles', { name: 'p', methods: { Zelle: { isEnabled: true, zelleContact: 'x@bench.example' } } })
const program = await client.post<{ id: string }>(`/networks/${large.id}/assessments`, { name: 'To be paid', description: null, frequency: 'OneTime', type: 'Uniform', amount: 100, dueDate: '2099-12-31' })
await client.put(`/assessment-programs/${program.id}/payment-profile`, { paymentProfileId: p.id })
await client.upload(program.id, memberCsv(8000, 70 + Math.floor(Math.random() * 1000)))
const pool = openPool(product.databaseUrl(), 2)
let rows: { id: string }[] = []
for (;;) { rows = (await pool.query<{ id: string }>('select id from read.bills where program_id = $1', [program.id])).rows; if (rows.length >= 8000) break; await new Promise((r) => setTimeout(r, 100)) }
await new Promise((r) => setTimeout(r, 2000))
const pm = product.postmaster()
const pgTicks = () => readdirSync('/proc').filter((d) => /^\d+$/.test(d)).reduce((sum, d) => { const [t, pp] = ticks(d); return pp === pm ? sum + t : sum }, 0)
let i = 0
const ask = () => { const b = rows[i++]; return b ? { base, path: `/api/assessment-bills/${b.id}/receipts`, cookie, json: { amount: 100, method: 'check' } } : null }
await load(32, 3000, () => (i < 600 ? ask() : null))
const [n0, p0] = [ticks(product.child.pid!)[0], pgTicks()]
const start = i
const t0 = performance.now()
const r = await load(32, 20000, () => (i < start + 3000 ? ask() : null))
const n = i - start
console.log('payments', n, 'per s', Math.round(r.perSecond), 'p50', median(r.latencies).toFixed(1), 'p99', percentile(r.latencies, 0.99).toFixed(1), 'node', (((ticks(product.child.pid!)[0] - n0) * 10) / n).toFixed(2), 'pg', (((pgTicks() - p0) * 10) / n).toFixed(2), 'ms CPU each')
const s0 = i; const r1 = await load(1, 20000, () => (i < s0 + 200 ? ask() : null)); console.log('alone p50', median(r1.latencies).toFixed(1))
if (process.env.STATS) console.log((await pool.query(`select calls, round(total_exec_time) as ms, left(query, 120) as q from pg_stat_statements order by total_exec_time desc limit 15`).catch((e) => ({ rows: [e.message] }))).rows)
await pool.end()
await product.stop()
