import { sql } from 'slonik'
import { z } from 'zod'
import { nextDueShown } from '../../modules/bills/plan.ts'
import { LocalDate } from '../../modules/kernel/date-schemas.ts'
import { BillId, type NetworkId, PaymentId, PayorId, ProgramId, ReceiptNumber } from '../../modules/kernel/ids.ts'
import { formatMoney, money, toDollars } from '../../modules/kernel/money.ts'
import { nameKey, nameWords, spacedKey } from '../../modules/kernel/names.ts'
import type { Found } from '../../modules/networks/contract.ts'
import { literal, prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import { ProgramStatus } from '../../modules/programs/contract.ts'
import { dueWords } from '../../modules/shared/next-payment.ts'
import { StoredPlan } from '../bills/list.ts'
import { anywhere, byName, byNumber, canBeLookedUp, digitsIn, hits, inOneWay, mayHave, payorsIn } from '../lists/search.ts'
import { meantBy } from '../lists/search-targets.ts'

const MOST = 20
/** At most this many matching payors are ranked. */
const CANDIDATES = 200
const SLIPS = 3

const PayorRow = z.object({
  id: PayorId,
  kind: z.enum(['individual', 'congregation']),
  name: z.string(),
  nameKey: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
type PayorRow = z.infer<typeof PayorRow>
const ProgramRow = z.object({ id: ProgramId, name: z.string(), status: ProgramStatus })
const BillRow = z.object({
  id: BillId,
  payor: z.string(),
  program: z.string(),
  balance: z.number().int(),
  dueDate: LocalDate,
  plan: StoredPlan.nullable(),
})
const PaymentRow = z.object({
  id: PaymentId,
  billId: BillId,
  amount: z.number().int(),
  payor: z.string(),
  program: z.string(),
  reference: z.string().nullable(),
  receiptNumber: ReceiptNumber,
})
const Word = z.object({ word: z.string() })

type Ranked = Readonly<{ rank: number; found: Found }>

const payorFound = ({ id, kind, name, email, phone }: PayorRow): Found => ({
  kind: 'payor',
  id,
  title: name,
  subtitle: [kind === 'congregation' ? 'Congregation' : null, email, phone].filter(Boolean).join(' · '),
  url: `/members/${id}`,
})
const programFound = ({ id, name, status }: z.infer<typeof ProgramRow>): Found => ({
  kind: 'program',
  id,
  title: name,
  subtitle: status,
  url: `/assessments/${id}`,
})
const billFound = ({ id, payor, program, ...owing }: z.infer<typeof BillRow>): Found => ({
  kind: 'bill',
  id,
  title: `${payor}: ${program}`,
  subtitle: `${money(owing.balance)} open · ${dueWords({ dueDate: owing.dueDate, nextDue: nextDueShown(owing) })}`,
  url: `/payors/bills/${id}`,
})
const paymentFound = ({ id, billId, amount, payor, program, reference, receiptNumber }: z.infer<typeof PaymentRow>): Found => ({
  kind: 'payment',
  id,
  title: `${formatMoney(toDollars(amount))} from ${payor}`,
  subtitle: `${reference ? `${program} (${reference})` : program} · receipt ${receiptNumber}`,
  url: `/payors/bills/${billId}`,
})

/** A LIKE pattern for a word that begins with this text; wildcards in the text are escaped. */
const wordFrom = (text: string): string => `% ${anywhere(text).slice(1)}`

/**
 * Finds payors by the beginning of a word in their name or address, by a text anywhere in these, or by digits of a
 * phone number.
 */
const payorsLike = async (db: Queries, networkId: NetworkId, text: string): Promise<readonly PayorRow[]> => {
  const key = nameKey(text)
  const digits = digitsIn(text)
  const words = spacedKey(text).split(' ').filter(Boolean)
  const by = (lookedUp: readonly string[], patterns: readonly string[]) => ({
    may: sql.fragment`(${sql.join(
      lookedUp.map((each) => mayHave(networkId, each)),
      sql.fragment` and `,
    )})`,
    has: sql.fragment`m.sought like all(${sql.array([...patterns], 'text')})`,
  })
  const ways = [
    by(
      words.map((word) => ` ${word}`),
      words.map(wordFrom),
    ),
  ]
  // 'jean luc' finds Jeanluc, and 'o brien' O'Brien.
  if (words.length > 1) ways.push(words.some(canBeLookedUp) ? byName(networkId, { key, words: words.join(' ') }) : by([` ${key}`], [wordFrom(key)]))
  if (canBeLookedUp(text)) ways.push(by([text.toLowerCase()], [anywhere(text.toLowerCase())]))
  if (canBeLookedUp(digits)) ways.push(byNumber(networkId, digits))
  const columns = sql.fragment`m.id, m.kind, m.name, m.name_key, m.email, m.phone`
  const first = await db.any(sql.type(PayorRow)`${prepared}
    select ${columns} from members m where m.network_id = ${networkId} and m.name_key >= ${key} and m.name_key < ${`${key}\u{10ffff}`}
    order by m.name_key, m.id limit ${literal(MOST)}`)
  // Names that begin with the text come first. If they fill all places, other matches are not needed.
  if (first.length === MOST) return first
  return db.any(sql.type(PayorRow)`
    with ${hits(sql.fragment`select ${columns} from members m where ${payorsIn(networkId, true)} and ${inOneWay(ways)}`)}
    select * from (select * from hits limit ${CANDIDATES}) m
    union select ${columns} from members m where m.id = any(${sql.array(
      first.map(({ id }) => id),
      'uuid',
    )})
    order by name_key, id`)
}

/** The word with each pair of neighbouring letters swapped: such a typo leaves too few common trigrams. */
const swapped = (word: string): string[] =>
  Array.from({ length: word.length - 1 }, (_, i) => word.slice(0, i) + word.charAt(i + 1) + word.charAt(i) + word.slice(i + 2))

/** The text with its words corrected to words of payors' names, best first; null if there is no correction. */
const meant = async (db: Queries, networkId: NetworkId, text: string): Promise<string[] | null> => {
  const words = nameWords(spacedKey(text)).filter((word) => word.length > 2)
  const corrected = await Promise.all(
    words.map((word) =>
      db.anyFirst(sql.type(Word)`
        select w.word from name_words w
        where w.network_id = ${networkId} and (w.word % ${word} or w.word = any(${sql.array(swapped(word), 'text')}))
        order by w.word = any(${sql.array(swapped(word), 'text')}) desc, similarity(w.word, ${word}) desc, w.members desc limit ${SLIPS}`),
    ),
  )
  if (words.length === 0 || corrected.some((found) => found.length === 0)) return null
  return corrected.reduce<string[]>(
    (texts, found) => texts.flatMap((before) => found.map((word) => `${before} ${word}`.trim())).slice(0, SLIPS),
    [''],
  )
}

const rankOf = ({ name, nameKey: key, email }: PayorRow, text: string): number => {
  const searched = nameKey(text)
  const words = ` ${spacedKey(name)}`
  if (key === searched || email?.toLowerCase() === text.toLowerCase()) return 100
  if (key.startsWith(searched)) return 90
  if (
    spacedKey(text)
      .split(' ')
      .every((word) => words.includes(` ${word}`))
  )
    return 80
  return 60
}

const payorsFor = async (db: Queries, networkId: NetworkId, text: string): Promise<readonly (PayorRow & { rank: number })[]> => {
  const exact = (await payorsLike(db, networkId, text)).map((row) => ({ ...row, rank: rankOf(row, text) }))
  if (exact.length > 0 || text.length < 3) return exact
  const texts = (await meant(db, networkId, text)) ?? []
  const guessed = await Promise.all(texts.map((other) => payorsLike(db, networkId, other)))
  return guessed.flatMap((rows, i) => rows.map((row) => ({ ...row, rank: 50 - i })))
}

const billColumns = sql.fragment`b.id, m.name as payor, p.name as program, b.balance, b.due_date, b.plan::jsonb as plan`
const billJoins = sql.fragment`join members m on m.id = b.payor_id join programs p on p.id = b.program_id`

const billsById = (db: Queries, networkId: NetworkId, text: string) =>
  db.any(sql.type(BillRow)`
    select ${billColumns} from bills b ${billJoins}
    where b.network_id = ${networkId} and b.id >= ${text} and b.id < ${`${text}\u{10ffff}`} order by b.id limit 5`)

/** Bills by payor and program, if the text names both of them. */
const billsOfBoth = async (db: Queries, networkId: NetworkId, text: string, programs: readonly z.infer<typeof ProgramRow>[]) => {
  const words = spacedKey(text).split(' ')
  const inProgram = (word: string) => programs.filter(({ name }) => ` ${spacedKey(name)}`.includes(` ${word}`))
  const named = words.filter((word) => inProgram(word).length > 0)
  const others = words.filter((word) => inProgram(word).length === 0)
  if (named.length === 0 || others.length === 0) return []
  const theirs = named.map(inProgram).reduce((a, b) => a.filter((program) => b.includes(program)))
  const payors = theirs.length > 0 ? await payorsFor(db, networkId, others.join(' ')) : []
  if (payors.length === 0) return []
  return db.any(sql.type(BillRow)`
    select ${billColumns} from bills b ${billJoins}
    where b.network_id = ${networkId} and b.payor_id = any(${sql.array(
      payors.slice(0, 50).map(({ id }) => id),
      'uuid',
    )}) and b.program_id = any(${sql.array(
      theirs.map(({ id }) => id),
      'uuid',
    )})
    order by b.balance > 0 desc, b.created_at desc, b.position desc limit 10`)
}

/** The range of ids that begin with this text; null if no id can. */
const idsFrom = (text: string): [string, string] | null => {
  const digits = text.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{4,32}$/.test(digits)) return null
  const id = (fill: string) => digits.padEnd(32, fill).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return [id('0'), id('f')]
}

const paymentsFor = (db: Queries, networkId: NetworkId, text: string) => {
  const ids = idsFrom(text)
  const columns = sql.fragment`y.id, y.bill_id, y.amount, m.name as payor, p.name as program, y.reference, y.receipt_number, y.created_at, y.position`
  const joins = sql.fragment`join members m on m.id = y.payor_id join programs p on p.id = y.program_id`
  const byReference = sql.fragment`
    (select ${columns} from payments y ${joins} where y.network_id = ${networkId} and y.reference ilike ${text.length > 2 ? anywhere(text) : anywhere(text).slice(1)} limit 10)`
  const byId = ids
    ? sql.fragment`union (select ${columns} from payments y ${joins} where y.network_id = ${networkId} and y.id between ${ids[0]}::uuid and ${ids[1]}::uuid limit 5)`
    : sql.fragment``
  const receipt = ReceiptNumber.safeParse(text)
  const byReceipt = receipt.success
    ? sql.fragment`union (select ${columns} from payments y ${joins} where y.network_id = ${networkId} and y.receipt_number = ${receipt.data})`
    : sql.fragment``
  return db.any(
    sql.type(
      PaymentRow,
    )`select id, bill_id, amount, payor, program, reference, receipt_number from (${byReference} ${byId} ${byReceipt}) y order by y.created_at desc, y.position desc limit 10`,
  )
}

/** Searches a network for a text of two characters or more: at most twenty results, best first. */
export const findIn = async (db: Queries, networkId: NetworkId, typed: string): Promise<Found[]> => {
  const text = await meantBy(db, networkId, typed)
  const key = nameKey(text)
  // A text of only accents has an empty key. Two characters are the minimum, except in Chinese and Korean, where one
  // can be a whole name.
  if ((text.length < 2 && /^[ -\u024f]*$/.test(text)) || key === '') return []
  const programsOf = db.any(
    sql.type(ProgramRow)`select id, name, status from programs where network_id = ${networkId} order by position desc limit 2000`,
  )
  const like = db.any(sql.type(ProgramRow)`
    select id, name, status from programs where network_id = ${networkId} and ${text} <% name order by word_similarity(${text}, name) desc limit 5`)
  const [payors, programs, similar, bills, payments] = await Promise.all([
    payorsFor(db, networkId, text),
    programsOf,
    like,
    /^[\w-]{2,22}$/.test(text) ? billsById(db, networkId, text) : [],
    paymentsFor(db, networkId, text),
  ])
  const both = await billsOfBoth(db, networkId, text, programs)
  const named = programs.filter(({ name }) => nameKey(name).includes(key))
  const slips = similar.filter(({ id }) => named.every((program) => program.id !== id))
  const ranked: Ranked[] = [
    ...payors.map((row) => ({ rank: row.rank, found: payorFound(row) })),
    ...named.map((row) => ({ rank: nameKey(row.name) === key ? 99 : nameKey(row.name).startsWith(key) ? 89 : 79, found: programFound(row) })),
    ...slips.map((row) => ({ rank: 45, found: programFound(row) })),
    ...bills.map((row) => ({ rank: row.id === text ? 110 : text.length > 5 ? 85 : 30, found: billFound(row) })),
    ...both.map((row) => ({ rank: 95, found: billFound(row) })),
    ...payments.map((row) => ({
      rank: row.id === text.toLowerCase() ? 110 : row.reference?.toLowerCase() === text.toLowerCase() ? 97 : 70,
      found: paymentFound(row),
    })),
  ]
  const best = ranked.map((one, i) => ({ ...one, i })).sort((a, b) => b.rank - a.rank || a.i - b.i)
  const seen = new Set<string>()
  return best.flatMap(({ found }) => (seen.has(found.id) ? [] : seen.add(found.id) && [found])).slice(0, MOST)
}
