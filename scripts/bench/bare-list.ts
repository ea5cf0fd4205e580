// Express and one indexed query: what the lists are held against. It answers the same pages, each by the one prepared statement with
// which the product reads it, and does nothing else: no session, no rights, no checks, no counts, no shape of its own.
import express from 'express'
import { isKept, openPool } from '../../modules/platform/database.ts'
import type { Statement } from './statements.ts'

const [url = ''] = process.argv.slice(2)
// Plans as the product has them: those that it keeps are made once for all values.
const [kept, planned] = [openPool(url, 10, 'force_generic_plan'), openPool(url, 10)]
process.once('message', (statements: readonly Statement[]) => {
  const app = express()
  app.get('/list/:n', async (req, res) => {
    const { text, values } = statements[Number(req.params.n)] ?? { text: '', values: [] }
    const { rows } = await (isKept(text) ? kept : planned).query({ name: `list-${req.params.n}`, text, values: [...values] })
    res.json({ data: rows })
  })
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address ? address.port : 0)
  })
})
