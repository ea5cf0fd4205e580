import type { Decider } from '../kernel/decider.ts'
import { missing, refused } from '../kernel/errors.ts'
import type { DepositId, NetworkId, RemittanceId } from '../kernel/ids.ts'
import { type Cents, money } from '../kernel/money.ts'
import { type DepositEvent, type DepositState, type DepositTerms, depositFold } from './events.ts'
import { checks, MOST_ITEMS } from './values.ts'

/** `counts`: false if the remittance was refused or reversed. `enteredBy`: who recorded it. */
export type CheckedItem = Readonly<{ counts: boolean; enteredBy: string | null }>

export type DepositCommand =
  | ({ type: 'Open'; depositId: DepositId; networkId: NetworkId } & DepositTerms)
  | ({ type: 'Change' } & DepositTerms)
  | { type: 'AddItem'; remittanceId: RemittanceId; amount: Cents }
  | { type: 'DropItem'; remittanceId: RemittanceId }
  /** `notBy`: the actor, if the network has deposits counted by two; else null. */
  | { type: 'Close'; items: ReadonlyMap<RemittanceId, CheckedItem>; notBy: string | null; reason: string | null }
  | { type: 'Reopen'; reason: string }

export const closedAlready = () => refused('not-allowed', 'This deposit is closed. Reopen it first, or use another one.')

type Open = NonNullable<DepositState>
type Closing = Extract<DepositCommand, { type: 'Close' }>

const close = ({ items: checked, notBy, reason }: Closing, deposit: Open): DepositEvent[] => {
  const { depositId, networkId, day, profileId, expectedCount, expectedTotal, items } = deposit
  const of = { depositId, networkId }
  const kept = [...items].filter(([id]) => checked.get(id)?.counts)
  const dropped = [...items.keys()].filter((id) => !checked.get(id)?.counts)
  if (notBy !== null && kept.some(([id]) => checked.get(id)?.enteredBy === notBy))
    throw refused('counted-by-two', 'You entered payments of this deposit, so another Admin must close it: deposits are counted by two here.')
  const [count, total] = [kept.length, kept.reduce((sum, [, amount]) => sum + amount, 0)]
  const differs = count !== expectedCount || total !== expectedTotal
  if (differs && reason === null)
    throw refused(
      'totals-differ',
      `The deposit has ${checks(count)}, ${money(total)}. Expected: ${checks(expectedCount)}, ${money(expectedTotal)}. ` +
        'Correct it, or give the reason for the difference.',
    )
  return [
    ...dropped.map((remittanceId): DepositEvent => ({ type: 'DepositItemDropped', data: { ...of, remittanceId } })),
    { type: 'DepositClosed', data: { ...of, day, profileId, count, total, reason: differs ? reason : null } },
  ]
}

/** A repeated command records nothing, so every command may be retried (R113). */
const decide = (command: DepositCommand, deposit: DepositState): DepositEvent[] => {
  if (command.type === 'Open') {
    const { type: _, ...data } = command
    return deposit ? [] : [{ type: 'DepositOpened', data }]
  }
  if (!deposit) throw missing('Deposit')
  const { depositId, networkId, profileId, items, isClosed } = deposit
  const of = { depositId, networkId }
  switch (command.type) {
    case 'Change': {
      const { type: _, ...terms } = command
      const fields = Object.keys(terms) as (keyof DepositTerms)[]
      if (fields.every((field) => deposit[field] === terms[field])) return []
      if (isClosed) throw closedAlready()
      return [{ type: 'DepositChanged', data: { ...of, ...terms } }]
    }

    case 'AddItem': {
      const { remittanceId, amount } = command
      if (items.has(remittanceId)) return []
      if (isClosed) throw closedAlready()
      if (items.size >= MOST_ITEMS)
        throw refused('not-allowed', `A deposit takes at most ${MOST_ITEMS} payments. Close this one, and open another for the rest.`)
      return [{ type: 'DepositItemAdded', data: { ...of, remittanceId, amount } }]
    }

    case 'DropItem':
      // A closed deposit has only recorded remittances, so there is nothing to drop from it.
      return items.has(command.remittanceId) && !isClosed ? [{ type: 'DepositItemDropped', data: { ...of, remittanceId: command.remittanceId } }] : []

    case 'Close':
      return isClosed ? [] : close(command, deposit)

    case 'Reopen':
      return isClosed ? [{ type: 'DepositReopened', data: { ...of, profileId, reason: command.reason } }] : []
  }
}

export const depositDecider: Decider<DepositState, DepositCommand, DepositEvent> = { initial: null, decide, ...depositFold }
