import { payoutEvents } from '../../modules/payments/events.ts'
import { keepJournal } from '../audit/journal.ts'
import { projectionOf } from '../projection.ts'
import { cents, code, day, int, position, table, text, uuid } from '../table.ts'

export const payouts = table(
  'payouts',
  {
    id: code().key(),
    networkId: uuid(),
    accountId: text(),
    amount: cents(),
    arrivesOn: day(),
    status: text(),
    /** The number of payments in the payout. */
    payments: int(),
    position: position(),
  },
  { indexes: { network: '(network_id, arrives_on, position)' } },
)

export const payoutLines = table(
  'payout_lines',
  {
    payoutId: code(),
    /** The line's place in Stripe's order. */
    n: int(),
    networkId: uuid(),
    kind: text(),
    accountId: text(),
    intentId: text().orNull(),
    /** net = gross - fee */
    gross: cents(),
    fee: cents(),
    net: cents(),
  },
  { key: '(payout_id, n)', indexes: { intent: '(intent_id) where intent_id is not null' } },
)

export const payoutsProjection = projectionOf(payoutEvents, {
  name: 'payouts',
  categories: ['payout'],
  own: ['payout'],
  fold: async (tx, events) => {
    for (const { type, data, position } of events) {
      if (type === 'PayoutNoted') {
        const { payoutId, networkId, accountId, amount, arrivesOn, status } = data
        await payouts.insert(
          tx,
          { id: payoutId, networkId, accountId, amount, arrivesOn, status, payments: 0, position },
          '(id) do update set amount = excluded.amount, arrives_on = excluded.arrives_on, status = excluded.status',
        )
        continue
      }
      const { payoutId, lines } = data
      const of = <Field extends keyof (typeof lines)[number]>(field: Field) => lines.map((line) => line[field])
      await tx.query(
        `insert into payout_lines (payout_id, n, network_id, kind, account_id, intent_id, gross, fee, net)
         select p.id, (select count(*) from payout_lines where payout_id = p.id) + l.n, p.network_id, l.kind, p.account_id, l.intent_id, l.gross, l.fee, l.net
         from payouts p, unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[]) with ordinality as l (kind, intent_id, gross, fee, net, n)
         where p.id = $1`,
        [payoutId, of('kind'), of('intentId'), of('gross'), of('fee'), of('net')],
      )
      await tx.query('update payouts set payments = payments + $2 where id = $1', [payoutId, lines.filter(({ kind }) => kind === 'payment').length])
    }
    await keepJournal(tx, events)
  },
})
