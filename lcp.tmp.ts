import { chromium } from '/work/main/node_modules/playwright-core/index.mjs'
import { startProduct, freePort, temporaryFolder } from './scripts/bench/product.ts'
import { treasurerAt } from './scripts/bench/treasurer.ts'
import { memberCsv } from './scripts/bench/people.ts'
const { dir, remove } = temporaryFolder('lcp')
const product = await startProduct({ dir, port: await freePort(), env: {} })
const t = await treasurerAt(product.base)
const id = await t.program('Dues')
await t.client.upload(id, memberCsv(20, 1))
const { data } = await t.client.get<any>(`/assessment-bills?assessmentProgramId=${id}&pageSize=20`)
process.send?.({ base: product.base, bill: data[0].id })
console.log(JSON.stringify({ base: product.base, bill: data[0].id }))
process.stdin.on('data', async () => { await product.stop(); remove(); process.exit(0) })
