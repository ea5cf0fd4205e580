import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { BillCode, BillId, type NetworkId, type PayorId, type ProgramId } from '../../modules/kernel/ids.ts'
import { literal, prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import type { Declared } from './declaration.ts'
import { statements } from './merged-page.ts'
import { nothing } from './page.ts'
import { anywhere, either, hits, payorsWith, programsNamed, type Text, textOf } from './search.ts'

/** A search lists at most this many payors, and as many bills, by id. */
export const MANY = 1_000

const CodedBill = z.object({ id: BillId })

/** The bill of a network with this code (R98); null for none. */
export const billOfCode = (db: Queries, networkId: NetworkId, code: BillCode): Promise<BillId | null> =>
  db.maybeOneFirst(sql.type(CodedBill)`select id from bills where network_id = ${networkId} and code = ${code}`)

/** The text to search for. If it is a bill's code, the bill's id. */
export const meantBy = async (db: Queries, networkId: NetworkId, text: string): Promise<string> => {
  const code = BillCode.safeParse(text)
  return (code.success ? await billOfCode(db, networkId, code.data) : null) ?? text
}

/** The inputs that decide the form of a search's SQL, and its values. */
type SearchShape = Pick<Text, 'byAddress' | 'isIndexed'> & Readonly<{ isBill: boolean }>
type SearchValues = Pick<Text, 'key' | 'words' | 'address'> & Readonly<{ networkId: NetworkId; text: string; bill: BillId | null }>

/** The results of a search; null if there are too many payors or bills. */
export type SearchTargets = Readonly<{ programs: readonly ProgramId[]; bills: readonly BillId[] | null; payors: readonly PayorId[] | null }>

const Found = z.object({ kind: z.enum(['payor', 'program', 'bill']), id: z.string() })

/** Finds the ids of payors and bills that match a search, at most MANY + 1 of each. */
const found = statements(
  ({ isBill, ...shape }: SearchShape, { networkId, text, bill, ...forms }: SearchValues) => sql.type(Found)`${shape.isIndexed ? prepared : nothing}
    with ${hits(sql.fragment`select m.id from members m where ${payorsWith(networkId, { ...forms, ...shape })}`)},
    payors_found as materialized (select h.id from hits h limit ${literal(MANY + 1)}),
    referred as materialized (select y.bill_id from payments y where y.network_id = ${networkId} and y.reference ilike ${text})
    select 'payor' as kind, id::text from payors_found
    union all select 'program', p.id::text from programs p where p.network_id = ${networkId} and ${programsNamed(forms.key)}
    union all (select 'bill', r.bill_id from referred r limit ${literal(MANY + 1)}) ${isBill ? sql.fragment`union all select 'bill', ${bill}` : nothing}`,
)

export const resolveSearch = async (db: Queries, networkId: NetworkId, text: string): Promise<SearchTargets> => {
  const { byAddress, isIndexed, ...forms } = textOf(text)
  const bill = BillId.safeParse(text).data ?? null
  const rows = await db.any(found({ byAddress, isIndexed, isBill: bill !== null }, { networkId, ...forms, text: anywhere(text), bill }))
  const of = (kind: 'payor' | 'program' | 'bill') => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const fewOf = (kind: 'payor' | 'bill') => {
    const ids = of(kind)
    return ids.length > MANY ? null : [...new Set(ids)]
  }
  return { programs: of('program') as ProgramId[], bills: fewOf('bill') as BillId[] | null, payors: fewOf('payor') as PayorId[] | null }
}

export const meansProgramsAlone = ({ bills, payors }: SearchTargets): boolean => payors?.length === 0 && bills?.length === 0

/** True if a search is narrow enough to be counted while it is sorted. */
export const isFew = ({ programs, bills, payors }: SearchTargets): boolean => payors !== null && bills !== null && programs.length === 0

/** The condition for a list's rows that match a search. */
export const matchesSearch = (
  networkId: NetworkId,
  text: string,
  { programs, bills: referred, payors }: SearchTargets,
  { as, search: { payor, bill, reference, byId } }: Declared,
): FragmentSqlToken => {
  const conditions: FragmentSqlToken[] = []
  const id = BillId.safeParse(text).data
  // A matching reference finds the bill in the list of bills, but only the payment in the list of payments.
  const bills = reference ? (id ? [id] : []) : referred
  if (programs.length > 0) conditions.push(sql.fragment`${as}.program_id = any(${sql.array([...programs], 'uuid')})`)
  if (bills === null) {
    const ids = sql.fragment`select y.bill_id from payments y where y.network_id = ${networkId} and y.reference ilike ${anywhere(text)}`
    conditions.push(sql.fragment`${as}.${bill} in (${ids} ${id ? sql.fragment`union all select ${id}` : nothing})`)
  } else if (bills.length > 0) conditions.push(sql.fragment`${as}.${bill} = any(${sql.array([...bills], 'text')})`)
  if (payors === null) conditions.push(sql.fragment`${as}.${payor} in (select m.id from members m where ${payorsWith(networkId, textOf(text))})`)
  else if (payors.length > 0) conditions.push(sql.fragment`${as}.${payor} = any(${sql.array([...payors], 'uuid')})`)
  if (reference) conditions.push(sql.fragment`${as}.${reference} ilike ${anywhere(text)}`)
  const own = byId?.(text)
  if (own) conditions.push(own)
  return either(conditions)
}
