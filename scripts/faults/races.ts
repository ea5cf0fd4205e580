import fc from 'fast-check'
import { type BillCommand, billDecider } from '../../modules/bills/decider.ts'
import { balanceOf } from '../../modules/bills/effect.ts'
import type { BillEvent } from '../../modules/bills/events.ts'
import type { BillState } from '../../modules/bills/state.ts'
import type { Instant, LocalDate } from '../../modules/kernel/dates.ts'
import { replay } from '../../modules/kernel/decider.ts'
import { DomainError } from '../../modules/kernel/errors.ts'
import type { BillId, NetworkId, PaymentId, PayorId, ProgramId } from '../../modules/kernel/ids.ts'
import { memoryEventStore } from '../../modules/platform/event-store/memory.ts'
import { commandHandler } from '../../modules/platform/handle.ts'
import type { Fault } from './test-bed.ts'

const billId = 'A'.repeat(22) as BillId
const day = '2026-06-30' as LocalDate
const at = '2026-01-01T00:00:00.000Z' as Instant
const issue: BillCommand = {
  type: 'IssueBill',
  billId,
  networkId: 'n' as NetworkId,
  programId: 'p' as ProgramId,
  payorId: 'm' as PayorId,
  payorKind: 'individual',
  amount: 10_000,
  dueDate: day,
  period: day,
  n: 0,
}
const commands: readonly BillCommand[] = [
  { type: 'MarkPaid', billId, paymentId: 'one' as PaymentId, method: 'check', reference: null },
  { type: 'MarkPaid', billId, paymentId: 'two' as PaymentId, method: 'cash', reference: null },
  { type: 'RecordReceipt', billId, paymentId: 'three' as PaymentId, amount: 6_000, method: 'check', reference: null, receivedOn: null, today: day },
  { type: 'RecordReceipt', billId, paymentId: 'four' as PaymentId, amount: 6_000, method: 'wire', reference: null, receivedOn: null, today: day },
  { type: 'ArchiveBill', billId, reason: null },
  { type: 'ChangeAmount', billId, amount: 7_000, programType: 'Custom', overdue: false },
  { type: 'Adjust', billId, adjustmentId: 'five', amount: -4_000, reason: 'Agreed' },
  { type: 'ClaimPayment', billId, claimId: 'six', method: 'zelle', withdrawHash: 'x', programStatus: 'Active', enabled: true },
]

/** Violations of the invariants that hold in whatever order the commands ran. */
const wrongWith = (bill: BillState): string[] => {
  if (!bill) return ['the bill is gone']
  const recorded = [...bill.payments.values()]
  const applied = recorded.reduce((sum, payment) => sum + payment.applied, 0)
  return [
    ...(bill.collected > bill.amount ? [`${bill.collected} collected of ${bill.amount}`] : []),
    ...(applied !== bill.collected ? [`${bill.collected} collected, ${applied} applied`] : []),
    ...(balanceOf(bill) < 0 ? [`a balance of ${balanceOf(bill)}`] : []),
    ...(recorded.some(({ amount, applied: used }) => used > amount) ? ['a payment settles more than it is'] : []),
    ...(bill.claim && bill.collected >= bill.amount ? ['a claim on a paid bill'] : []),
  ]
}

/** Fault 2: concurrent commands on one bill. A scheduler varies the order of their reads and appends. */
export const races: Fault = async ({ random, quick }) => {
  const orders = quick ? 50 : 500
  const violations: string[] = []
  const check = fc.asyncProperty(fc.scheduler(), fc.shuffledSubarray([...commands], { minLength: 2 }), async (scheduler, racing) => {
    const memory = memoryEventStore()
    const read = scheduler.scheduleFunction(memory.read)
    const append = scheduler.scheduleFunction(memory.append)
    await commandHandler(memory, billDecider).handle(`bill-${billId}`, issue, { actor: 'system:race', at, cause: 'issue' })
    const outcomes = racing.map((command, i) =>
      // Commands on the same store object queue behind each other, so each gets its own, as in a separate process.
      commandHandler({ ...memory, read, append }, billDecider)
        .handle(`bill-${billId}`, command, { actor: 'system:race', at, cause: `command ${i}` })
        .then(
          ({ appended }) => appended.length,
          (error: unknown) => {
            if (!(error instanceof DomainError)) throw error
            return 0
          },
        ),
    )
    await scheduler.waitFor(Promise.all(outcomes))
    const events = (await memory.read(`bill-${billId}`)) as unknown as readonly BillEvent[]
    const bill = replay(billDecider, events)
    const problems = wrongWith(bill)
    // The log has as many appends as there were acknowledged commands (R127).
    const acknowledged = (await Promise.all(outcomes)).filter((count) => count > 0).length
    const causes = new Set((await memory.read(`bill-${billId}`)).map(({ metadata }) => metadata.$causationId)).size - 1
    if (acknowledged !== causes) problems.push(`${acknowledged} commands acknowledged, ${causes} in the log`)
    // A repeated command emits no further event or is refused, so nothing is recorded twice.
    for (const command of racing)
      try {
        if (command.type !== 'MarkPaid' && command.type !== 'ChangeAmount' && command.type !== 'ArchiveBill' && command.type !== 'ClaimPayment') {
          const id = command.type === 'RecordReceipt' ? command.paymentId : ''
          const known = command.type === 'Adjust' ? bill?.adjustments.has(command.adjustmentId) : bill?.payments.has(id)
          if (known && billDecider.decide(command, bill).length > 0) problems.push(`${command.type} sent again decides again`)
        }
      } catch {}
    await memory.close()
    if (problems.length > 0) throw new Error(problems.join('; '))
  })
  const result = await fc.check(check, { numRuns: orders, seed: Math.floor(random() * 2 ** 31) })
  if (result.failed) violations.push(`${fc.defaultReportMessage(result)}`)
  return { summary: `${result.numRuns} orders of commands that meet at one bill: each ends in one legal state`, violations }
}
