import type { PayorId } from '../kernel/ids.ts'
import type { Revision } from '../platform/event-store/event-store.ts'
import type { RowAction } from './contract.ts'
import { type MemberDetails, NO_STREAM_YET } from './events.ts'
import type { NamedCongregation } from './identify.ts'
import { type Directory, type KnownPayor, merge } from './match.ts'
import type { PayorRow, RejectedRow } from './read-row.ts'

export type Action = Readonly<{
  action: Exclude<RowAction, 'ambiguous' | 'rejected'>
  payorId: PayorId
  row: PayorRow
  /** The details to write for a new or changed payor, and the expected revision of the payor's stream. */
  details: MemberDetails | null
  expect: Revision | 'none'
}>

export type Verdict = Readonly<{ row: number; name: string; action: RowAction; notes: readonly string[] }>

export const verdictOn = (row: PayorRow, action: RowAction, notes: readonly string[] = []): Verdict => ({
  row: row.row,
  name: row.person.name,
  action,
  notes: [...row.notes, ...notes],
})

const leftOut = ({ congregation: name }: PayorRow, { calledNow }: NamedCongregation): readonly string[] =>
  calledNow === null ? [] : [`the congregation ${name} is called ${calledNow} now, and was left out`]

const KEPT = 'the email stays as it is, since only a person can change it'

/**
 * The change that a row makes to its matched payor (R48). `byKey`: an API key uploaded the file, so existing addresses
 * do not change (R27).
 */
export const update = (
  payor: KnownPayor,
  row: PayorRow,
  congregation: NamedCongregation,
  byKey: boolean,
): Readonly<{ action: Action; verdict: Verdict }> => {
  const keeps = byKey && payor.person.email !== null && row.person.email !== null && row.person.email !== payor.person.email
  const taken = keeps ? { ...row, person: { ...row.person, email: payor.person.email } } : row
  const { notes, ...merged } = merge(payor, taken, congregation.id)
  const { id: payorId, kind, revision } = payor
  const details = notes.length === 0 ? null : { memberId: payorId, kind, ...merged }
  const action = details ? 'changed' : 'same'
  return {
    action: { action, payorId, row, details, expect: revision === NO_STREAM_YET ? 'none' : revision },
    verdict: verdictOn(row, action, [...notes, ...(keeps ? [KEPT] : []), ...leftOut(row, congregation)]),
  }
}

/**
 * Decides what to do with each row, given the known payors and the rows above it. This is the decider of an upload
 * (R46, R47, R48, R51); it writes nothing.
 */
export const plan = (
  rows: readonly (PayorRow | RejectedRow)[],
  idOf: (row: PayorRow) => PayorId,
  directory: Directory,
  congregationOf: (name: string | null) => NamedCongregation,
  byKey = false,
) => {
  const actions: Action[] = []
  const verdicts: Verdict[] = []
  for (const row of rows) {
    if ('error' in row) {
      verdicts.push({ row: row.row, action: 'rejected', name: row.name, notes: [row.error] })
      continue
    }
    const judge = (action: RowAction, notes: readonly string[] = []) => verdicts.push(verdictOn(row, action, notes))
    const match = directory.match(row)
    if (match.ambiguous) {
      judge('ambiguous', ['several members could be meant, so the row was skipped'])
      continue
    }
    const id = idOf(row)
    // A payor who was registered with the row's details, and whose details have changed since: registering the row
    // again would produce the same id (R51).
    const registered = match.found ? null : directory.withId(id)
    if (registered && registered.payor.nameKey !== row.nameKey) {
      judge('ambiguous', [`${registered.payor.person.name} was registered with this name and these details, so the row was skipped`])
      continue
    }
    const found = match.found ?? registered
    const congregation = congregationOf(row.congregation)
    if (!found) {
      const { kind, person, memberSince, nameKey: key } = row
      const { id: congregationId } = congregation
      directory.add({ payor: { id, kind, nameKey: key, person, memberSince, congregationId, revision: NO_STREAM_YET }, row: row.row })
      judge('new', leftOut(row, congregation))
      actions.push({ action: 'new', payorId: id, row, details: { memberId: id, kind, person, memberSince, congregationId }, expect: 'none' })
      continue
    }
    if (found.row !== null) {
      judge('duplicate', [`the same person as in row ${found.row}`])
      actions.push({ action: 'duplicate', payorId: found.payor.id, row, details: null, expect: 'none' })
      continue
    }
    found.row = row.row
    if (registered) {
      judge('same', ['the details were changed after an earlier upload, and stay as they are'])
      actions.push({ action: 'same', payorId: id, row, details: null, expect: 'none' })
      continue
    }
    const { action, verdict } = update(found.payor, row, congregation, byKey)
    verdicts.push(verdict)
    actions.push(action)
    if (action.details) directory.change(found, { ...found.payor, ...action.details })
  }
  return { actions, verdicts }
}
