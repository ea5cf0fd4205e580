import { parseArgs } from 'node:util'
import { seeded } from '../../modules/app/demo/seeded.ts'
import { appKilled } from './app-killed.ts'
import { paidAtOnce, sameKey } from './at-once.ts'
import { autopayKilled } from './autopay-killed.ts'
import { backupRestored } from './backup-restored.ts'
import { badNetwork } from './bad-network.ts'
import { calendar } from './calendar.ts'
import { databaseDiskFull } from './database-disk-full.ts'
import { earlierVersions } from './earlier-versions.ts'
import { eventStoreDiskFull } from './event-store-disk-full.ts'
import { eventStoreFrozen } from './event-store-frozen.ts'
import { eventStoreKilled } from './event-store-killed.ts'
import { forgettingKilled } from './forgetting-killed.ts'
import { fuzzed } from './fuzzed.ts'
import { hostileCsvs } from './hostile-csvs.ts'
import { hostileReaders } from './hostile-readers.ts'
import { keyChanged } from './key-changed.ts'
import { mailBroken } from './mail.ts'
import { postgresKilled } from './postgres-killed.ts'
import { projectorKilled } from './projector-killed.ts'
import { races } from './races.ts'
import { randomCommands } from './random-commands.ts'
import { rebuiltUnderTraffic } from './rebuilt-under-traffic.ts'
import { remittancesKilled } from './remittances-killed.ts'
import { replayed } from './replayed.ts'
import { severalKilled } from './several-killed.ts'
import { staleSession } from './stale-session.ts'
import { answersLost, killedUnderCards, stripeFails, webhooksForged, webhooksReordered, webhooksRepeated } from './stripe.ts'
import type { Fault } from './test-bed.ts'
import { uploadKilled } from './upload-killed.ts'
import { webhooksSent } from './webhooks-sent.ts'

const faults: Readonly<Record<string, Fault>> = {
  1: randomCommands,
  2: races,
  3: paidAtOnce,
  4: sameKey,
  5: webhooksRepeated,
  6: webhooksReordered,
  7: webhooksForged,
  8: stripeFails,
  9: answersLost,
  10: appKilled,
  11: uploadKilled,
  12: projectorKilled,
  13: postgresKilled,
  14: eventStoreKilled,
  15: eventStoreFrozen,
  16: badNetwork,
  17: databaseDiskFull,
  18: eventStoreDiskFull,
  19: replayed,
  20: rebuiltUnderTraffic,
  21: earlierVersions,
  22: mailBroken,
  23: calendar,
  24: hostileCsvs,
  25: fuzzed,
  26: hostileReaders,
  27: backupRestored,
  28: forgettingKilled,
  29: staleSession,
  30: killedUnderCards,
  31: keyChanged,
  32: webhooksSent,
  33: remittancesKilled,
  34: severalKilled,
  35: autopayKilled,
}
const SHOWN = 10

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false }, seed: { type: 'string' }, points: { type: 'string' } },
})
const wanted = values.only?.split(',') ?? Object.keys(faults)
const unknown = wanted.find((name) => !(name in faults))
if (unknown) throw new Error(`There is no fault ${unknown}: choose from ${Object.keys(faults).join(', ')}.`)
/** The number of kills, in the faults that take one. */
const points = values.points === undefined ? null : Number(values.points)
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
console.log(`seed ${seed} (again with: npm run test:faults -- --seed ${seed})`)

let [failed, untried] = [0, 0]
for (const name of wanted) {
  const started = performance.now()
  const say = (mark: string, text: string) => console.log(`${mark} ${name} ${text} (${Math.round((performance.now() - started) / 1000)} s)`)
  try {
    const { summary, violations, skipped } = await (faults[name] as Fault)({ random: seeded(seed + Number(name)), quick: values.quick, points })
    say(skipped ? 'skip' : violations.length === 0 ? 'ok  ' : 'FAIL', summary)
    if (skipped) untried += 1
    for (const violation of violations.slice(0, SHOWN)) console.log(`       ${violation}`)
    if (violations.length > SHOWN) console.log(`       and ${violations.length - SHOWN} more`)
    if (violations.length > 0) failed += 1
  } catch (error) {
    failed += 1
    say('FAIL', error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}
console.log(`${wanted.length - failed - untried} passed, ${failed} failed${untried > 0 ? `, ${untried} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
