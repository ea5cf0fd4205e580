import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Instant, LocalDate } from '../kernel/dates.ts'
import { replay } from '../kernel/decider.ts'
import { DomainError } from '../kernel/errors.ts'
import type { NetworkId, PaymentId, PayorId, ProgramId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { memoryEventStore } from '../platform/event-store/memory.ts'
import { commandHandler } from '../platform/handle.ts'
import type { InstallationKeys } from '../platform/personal-data/installation-keys.ts'
import { billDecider } from './decider.ts'
import type { BillEvent } from './events.ts'
import { type BilledPayor, billAppends, billIdOf, type PeriodOfProgram } from './issue.ts'

const keys = { billDigest: (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest().subarray(0, 16) } as InstallationKeys
const program: PeriodOfProgram = {
  id: 'p' as ProgramId,
  networkId: 'n' as NetworkId,
  amount: 10_000,
  dueDate: '2026-06-30' as LocalDate,
  frequency: 'Yearly',
}
const ruth = (n: number): BilledPayor => ({
  payorId: 'ruth' as PayorId,
  kind: 'individual',
  amount: null,
  place: { period: program.dueDate, n, taken: false },
})
const because = (cause: string) => ({ actor: 'system:test', at: '2026-01-01T00:00:00.000Z' as Instant, cause })
const idOf = (n: number) => billIdOf(keys, { programId: program.id, payorId: ruth(n).payorId, period: program.dueDate, n })

const upload = async (store: EventStore, n: number, cause: string) => {
  const appends = await billAppends(store, keys)(program, [ruth(n)], because(cause))
  await store.appendEach(appends)
  return appends.length
}
const billOf = async (store: EventStore, n: number) => {
  const events = (await store.read(`bill-${idOf(n)}`)) as unknown as readonly BillEvent[]
  return replay(billDecider, events)
}
const archived = async () => {
  const store = memoryEventStore()
  await upload(store, 0, 'first')
  await commandHandler(store, billDecider).handle(`bill-${idOf(0)}`, { type: 'ArchiveBill', billId: idOf(0), reason: null }, because('archive'))
  return store
}

test('a new bill replaces an archived one, which records its replacement once', async () => {
  const store = await archived()
  expect(await upload(store, 1, 'second')).toBe(1)
  expect(await billOf(store, 1)).toMatchObject({ amount: 10_000, archived: false, terms: { n: 1 } })
  expect(await billOf(store, 0)).toMatchObject({ archived: true, replaced: true })
  const before = await store.head()
  await upload(store, 1, 'second')
  await upload(store, 1, 'third')
  expect(await store.head()).toBe(before)
})

test('issues no second bill for a period, even if the read models lag', async () => {
  const store = memoryEventStore()
  await upload(store, 0, 'first')
  expect(await upload(store, 1, 'second')).toBe(0)
  expect(await billOf(store, 0)).toMatchObject({ replaced: false })
  expect(await billOf(store, 1)).toBeNull()
})

test('if an upload issues a new bill while the archived one is marked as paid, only one of them succeeds', async () => {
  let won = { bill: 0, upload: 0 }
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, twice) => {
      const memory = await archived()
      const scheduled = {
        read: scheduler.scheduleFunction(memory.read),
        append: scheduler.scheduleFunction(memory.append),
        appendEach: scheduler.scheduleFunction(memory.appendEach),
      }
      // Each command gets its own store, since commands on one store wait for each other.
      const elsewhere = (): EventStore => ({ ...memory, ...scheduled })
      const comesBack = commandHandler(elsewhere(), billDecider)
        .handle(
          `bill-${idOf(0)}`,
          { type: 'MarkPaid', billId: idOf(0), paymentId: 'one' as PaymentId, method: 'check', reference: null },
          because('paid'),
        )
        .then(
          () => true,
          (error: unknown) => {
            if (!(error instanceof DomainError)) throw error
            return false
          },
        )
      const uploads = [upload(elsewhere(), 1, 'second'), ...(twice ? [upload(elsewhere(), 1, 'third')] : [])]
      await scheduler.waitFor(Promise.all([comesBack, ...uploads]))
      const [old, fresh] = [await billOf(memory, 0), await billOf(memory, 1)]
      const inForce = [old, fresh].filter((bill) => bill && !bill.archived)
      expect(inForce).toHaveLength(1)
      expect(await comesBack, 'what was acknowledged').toBe(old?.archived === false)
      won = { bill: won.bill + (fresh ? 0 : 1), upload: won.upload + (fresh ? 1 : 0) }
    }),
    { numRuns: 300 },
  )
  expect(won.bill).toBeGreaterThan(0)
  expect(won.upload).toBeGreaterThan(0)
})
