// Express and one indexed query: what the lists are held against.
import express from 'express'
import pg from 'pg'

const [url = '', networkId = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const app = express()
app.get('/list', async (_req, res) => {
  const { rows } = await pool.query({
    name: 'list',
    text: 'select * from read.bills where network_id = $1 order by created_at desc, position desc limit 10',
    values: [networkId],
  })
  res.json({ data: rows })
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
