import { masterKeysOf } from '../modules/platform/personal-data/master-key.ts'
import { wrapAnew } from '../modules/platform/personal-data/wrap-anew.ts'
import { openPool } from '../modules/platform/postgres/database.ts'
import { runTool, withDatabase } from './with-database.ts'

await runTool((config) =>
  withDatabase(config, async (url) => {
    const pool = openPool(url, 1)
    try {
      const { moved, keys } = await wrapAnew(pool, masterKeysOf(config))
      const how =
        moved === 0 ? 'Every key was wrapped by PERSONAL_DATA_KEY already' : `${moved} of ${keys} keys were wrapped anew by PERSONAL_DATA_KEY`
      process.stdout.write(`${how}. PERSONAL_DATA_KEY_OTHER is not needed any more.\n`)
    } finally {
      await pool.end()
    }
  }),
)
