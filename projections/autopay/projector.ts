import type { ChargeStage, EndReason, FailureKind } from '../../modules/autopay/contract.ts'
import { mandateEvents } from '../../modules/autopay/events.ts'
import type { Language } from '../../modules/kernel/language.ts'
import { keepJournal } from '../audit/journal.ts'
import { projectionOf, type Transaction } from '../projection.ts'
import { cents, code, day, flag, moment, position, table, text, uuid } from '../table.ts'

export const mandates = table(
  'mandates',
  {
    id: uuid().key(),
    networkId: uuid(),
    programId: uuid().orNull(),
    userId: uuid(),
    accountId: text(),
    kind: text<'credit' | 'ach'>(),
    /** Stripe's id of the saved method. */
    methodId: text(),
    /** Brand and last digits, sealed; null once forgotten. */
    card: text().orNull(),
    language: text<Language>(),
    isEnded: flag().or('false'),
    endedBecause: text<EndReason>().orNull(),
    createdAt: moment(),
    position: position(),
  },
  { indexes: { user: '(user_id)', active: '(network_id) where not is_ended', method: '(method_id) where not is_ended' } },
)

export const charges = table(
  'charges',
  {
    mandateId: uuid(),
    billId: code(),
    dueDate: day(),
    networkId: uuid(),
    /** The amount of the notice. */
    amount: cents(),
    /** The day of the charge, or of its next try. */
    onDay: day(),
    stage: text<ChargeStage>(),
    failure: text<FailureKind>().orNull(),
    failureCode: text().orNull(),
    position: position(),
  },
  {
    key: '(mandate_id, bill_id, due_date)',
    indexes: { bill: '(bill_id)', due: "(on_day) where stage in ('noticed', 'started')", network: '(network_id, on_day)' },
  },
)

type OnCharge = Readonly<{ mandateId: string; billId: string; dueDate: string }>

/** Changes a charge; `$4` and `$5` are the values of `set`. */
const change = (tx: Transaction, { mandateId, billId, dueDate }: OnCharge, set: string, ...values: unknown[]) =>
  tx.query(`update charges set ${set} where mandate_id = $1 and bill_id = $2 and due_date = $3`, [mandateId, billId, dueDate, ...values])

const AGAIN = '(mandate_id, bill_id, due_date) do update set stage = excluded.stage'

/** Mandates and their charges: few, so one statement per event. */
export const autopayProjection = projectionOf(mandateEvents, {
  name: 'autopay',
  categories: ['mandate'],
  own: ['mandate'],
  fold: async (tx, events) => {
    const networkOf = async (id: string): Promise<string> =>
      (await tx.query<{ networkId: string }>('select network_id as "networkId" from mandates where id = $1', [id])).rows[0]?.networkId ?? id
    for (const { type, data, position, metadata } of events) {
      const { mandateId } = data
      switch (type) {
        case 'MandateGiven': {
          const { networkId, programId, userId, accountId, method, consent } = data
          const { kind, methodId } = method
          const card = data.card as unknown as string | null
          const { language } = consent
          await mandates.insert(tx, {
            ...{ id: mandateId, networkId, programId, userId, accountId, kind, methodId, card, language },
            ...{ createdAt: metadata.at, position },
          })
          break
        }
        case 'MandateEnded':
          await mandates.update(tx, mandateId, { isEnded: true, endedBecause: data.because })
          break
        case 'ChargeNoticed': {
          const { billId, dueDate, amount, on } = data
          const networkId = await networkOf(mandateId)
          await charges.insert(tx, { mandateId, billId, dueDate, networkId, amount, onDay: on, stage: 'noticed', position }, AGAIN)
          break
        }
        case 'ChargeSkipped': {
          const { billId, dueDate } = data
          const networkId = await networkOf(mandateId)
          await charges.insert(tx, { mandateId, billId, dueDate, networkId, amount: 0, onDay: dueDate, stage: 'skipped', position }, AGAIN)
          break
        }
        case 'ChargeStarted':
          await change(tx, data, `stage = 'started'`)
          break
        case 'ChargeSucceeded':
          await change(tx, data, `stage = 'succeeded', failure = null, failure_code = null`)
          break
        case 'ChargeFailed':
          await change(
            tx,
            data,
            `stage = case when $6::date is null then 'failed' else 'noticed' end, on_day = coalesce($6::date, on_day), failure = $4, failure_code = $5`,
            ...[data.kind, data.code, data.retryOn],
          )
          break
        case 'ChargeDropped':
          await change(tx, data, `stage = 'dropped'`)
      }
    }
    await keepJournal(tx, events)
  },
})
