import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { load } from './load.ts'
import { memberCsv } from './people.ts'
import { startProduct, temporaryFolder, freePort } from './product.ts'
import { treasurerAt } from './treasurer.ts'
import pg from 'pg'
const { dir, remove } = temporaryFolder('bench')
const product = await startProduct({ dir, port: await freePort(), env: process.env.PROF ? { NODE_OPTIONS: '--import /tmp/profhook.mjs' } : {} })
const t = await treasurerAt(product.base)
const program = await t.program('To pay', { amount: 100 })
await t.client.upload(program, memberCsv(8000, 50))
const c = new pg.Client(product.databaseUrl()); await c.connect()
const { rows } = await c.query('select id from read.bills where program_id = $1', [program])
const a = await fetch(product.base + '/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(t) })
const cookie = a.headers.getSetCookie()[0]!.split(';')[0]!
const threads = () => { const out = new Map<string, number>(); for (const p of execSync('pgrep -f "start.mjs|postgres|zz-pay"').toString().trim().split('\n')) { try { const cmd = readFileSync(`/proc/${p}/cmdline`, 'utf8').replace(/\0/g, ' ').slice(0, 60); for (const th of execSync(`ls /proc/${p}/task`).toString().trim().split('\n')) { const s = readFileSync(`/proc/${p}/task/${th}/stat`, 'utf8'); const f = s.slice(s.lastIndexOf(')') + 2).split(' '); out.set(`${p}/${th} ${cmd}`, Number(f[11]) + Number(f[12])) } } catch {} } return out }
let paid = 0
const pay = (ms: number) => load(32, ms, () => { const b = rows[paid++]; return b ? { base: product.base, path: `/api/assessment-bills/${b.id}/receipts`, cookie, json: { amount: 100, method: 'check' } } : null })
await pay(1500)
for (let i = 0; i < 2; i++) {
  if (process.env.PROF && i === 1) execSync('pkill -USR2 -f [s]cripts/start.mjs')
  const x = threads(); const m = await pay(3000); const y = threads()
  if (process.env.PROF && i === 1) execSync('pkill -USR2 -f [s]cripts/start.mjs')
  const l = [...m.latencies].sort((p, q) => p - q)
  console.log('payments/s', m.perSecond.toFixed(0), 'p50', l[l.length >> 1]!.toFixed(1), 'p99', l[Math.floor(l.length * .99)]!.toFixed(1))
  const n = m.perSecond * 3
  if (i === 1) for (const [k, v] of [...y].map(([k, v]) => [k, (v - (x.get(k) ?? 0)) * 10 / n] as const).filter(([, v]) => v > 0.05).sort((p, q) => q[1] - p[1])) console.log(v.toFixed(2), 'ms', k)
}
const s = performance.now(); for (;;) { const { rows: [q] } = await c.query('select count(*)::int as n from graphile_worker._private_jobs'); if (q.n === 0) break; await new Promise((r) => setTimeout(r, 200)) }
console.log('jobs drained after', ((performance.now() - s) / 1000).toFixed(1), 's'); console.log((await c.query("select status, count(*) from read.messages group by 1")).rows)
await c.end(); await product.stop(); remove(); process.exit(0)
