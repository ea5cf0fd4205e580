// The upper limit for the speed of lists: Express and the product's SQL for the same pages, without session, rights,
// checks or shape. A list needs one statement, and a search of payments two.
import express from 'express'
import { isPrepared, openPool } from '../../modules/platform/postgres/database.ts'
import type { Statement } from './statements.ts'

const [url = ''] = process.argv.slice(2)
// Plans as in the product: prepared statements have generic plans.
const [kept, planned] = [openPool(url, 10, 'force_generic_plan'), openPool(url, 10)]
process.once('message', (lists: readonly (readonly Statement[])[]) => {
  const app = express()
  app.get('/list/:n', async (req, res) => {
    let found: readonly unknown[] = []
    for (const [i, { text, values }] of (lists[Number(req.params.n)] ?? []).entries())
      found = (await (isPrepared(text) ? kept : planned).query({ name: `list-${req.params.n}-${i}`, text, values: [...values] })).rows
    res.json({ data: found })
  })
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address ? address.port : 0)
  })
})
