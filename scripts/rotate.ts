import { LASTING, ROTATING, type Rotating, rotate } from '../modules/platform/personal-data/installation-keys.ts'
import { masterKeysOf } from '../modules/platform/personal-data/master-key.ts'
import { openPool } from '../modules/platform/postgres/database.ts'
import { runTool, withDatabase } from './with-database.ts'

/** Manual steps after the rotation of a key. */
const afterwards: Readonly<Partial<Record<Rotating, string>>> = {
  audit: 'Whoever verifies audit packs is to be told the new public key: it stands first among those in the dialog of audit packs.',
  webhooks: 'Each webhook keeps its secret until an Admin of its network replaces it.',
}

await runTool(async (config) => {
  const [, , named] = process.argv
  const name = ROTATING.find((one) => one === named)
  if (!name) {
    const choice = `Name one of the keys that can be changed: npm run rotate -- ${ROTATING.join(' | ')}.`
    throw new Error(
      LASTING.some((one) => one === named) ? `The key ${named} cannot be changed: ids follow from it, and they are in the log. ${choice}` : choice,
    )
  }
  await withDatabase(config, async (url) => {
    const pool = openPool(url, 1)
    try {
      const version = await rotate(pool, masterKeysOf(config), name)
      const lines = [
        `Version ${version} of the key ${name} is made. Every process takes it up by itself; what was made by those before stays good.`,
        ...(afterwards[name] ? [afterwards[name]] : []),
        'Make a backup now: those of before do not hold it.',
      ]
      process.stdout.write(`${lines.join('\n')}\n`)
    } finally {
      await pool.end()
    }
  })
})
