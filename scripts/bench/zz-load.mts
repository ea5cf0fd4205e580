import { execSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { load } from './load.ts'
import { startProduct } from './product.ts'
const g = JSON.parse(readFileSync('/tmp/million/ground.json', 'utf8'))
const product = await startProduct({ dir: '/tmp/million', port: 3900, env: process.env.PROF ? { NODE_OPTIONS: '--import /tmp/profhook.mjs' } : {} })
const headers = { 'content-type': 'application/json' }
const a = await fetch(product.base + '/api/auth/login', { method: 'POST', headers, body: JSON.stringify(g) })
const cookie = a.headers.getSetCookie()[0]!.split(';')[0]!
await fetch(product.base + '/api/auth/network', { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify({ networkId: g.networks[0].id }) })
const bare = fork('scripts/bench/bare-list.ts', [product.databaseUrl(), g.networks[0].id], { execArgv: ['--import', 'tsx'] })
const [port] = (await once(bare, 'message')) as [number]
const P = g.networks[0].programs
const sets: Record<string, string[]> = { opens: ['page=1', 'page=2', 'page=3'], filtered: ['status=Paid', 'status=Unpaid', 'status=Overdue', `assessmentProgramId=${P[9]}`, `assessmentProgramId=${P[5]}&status=Overdue`], sorted: ['amount', 'dueDate', 'balance', 'payor', 'program', 'status'].flatMap((o) => [`orderBy=${o}&order=asc`, `orderBy=${o}`]), sought: ['search=lindqvist1', 'search=Grace%20Okarand', 'search=Dues%202024', 'search=No.%2012345'] }
const only = process.env.ONLY?.split(',') ?? Object.keys(sets)
for (const k of only) {
  const ask = (n: number) => ({ base: product.base, path: `/api/assessment-bills?${sets[k]![n % sets[k]!.length]}`, cookie })
  await load(32, 2000, ask)
  const rs: number[] = []; let ls: number[] = []; let br = 0
  for (let i = 0; i < 3; i++) { br = (await load(32, 1500, () => ({ base: `http://127.0.0.1:${port}`, path: '/list' }))).perSecond
    if (process.env.PROF && i === 1) execSync('pkill -USR2 -f [s]cripts/start.mjs')
    const m = await load(32, 2000, ask); rs.push(m.perSecond / br); ls.push(...m.latencies)
    if (process.env.PROF && i === 1) execSync('pkill -USR2 -f [s]cripts/start.mjs') }
  ls.sort((x, y) => x - y); rs.sort()
  console.log(k, 'bare', br.toFixed(0), 'ratio', rs.map((x) => x.toFixed(2)).join(' '), 'p50', ls[ls.length >> 1]!.toFixed(1), 'p99', ls[Math.floor(ls.length * 0.99)]!.toFixed(1))
}
bare.kill(); await product.stop(); process.exit(0)
