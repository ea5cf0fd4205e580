import { writeFileSync } from 'node:fs'
import { freePort, startProduct } from './product.ts'
import { treasurerAt } from './treasurer.ts'
import { fillReadModels, makeNetworks } from './million-ground.ts'
import { memberCsv } from './people.ts'
import { openPool } from '../../modules/platform/database.ts'
import { mkdirSync, rmSync } from 'node:fs'
rmSync('/tmp/million', { recursive: true, force: true }); mkdirSync('/tmp/million')
const product = await startProduct({ dir: '/tmp/million', port: 3900 })
const t = await treasurerAt(product.base)
const small = await treasurerAt(product.base, 'small@bench.example')
await small.client.upload(await small.program('Dues'), memberCsv(1_000, 1))
const ground = await makeNetworks(t)
const pool = openPool(product.databaseUrl(), 1)
await fillReadModels(pool, ground)
await pool.end()
writeFileSync('/tmp/million/ground.json', JSON.stringify({ networks: ground.networks.map(({ id, programs }: any) => ({ id, programs })), email: t.email, password: t.password, small: small.networkId }))
await product.stop()
console.log('done'); process.exit(0)
