import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type BankLine, BankLineStatus, type BankLinesQuery, StatementColumns } from '../../modules/banking/contract.ts'
import { LocalDate } from '../../modules/kernel/date-schemas.ts'
import { toApiDay } from '../../modules/kernel/dates.ts'
import { BankLineId, NetworkId, ProfileId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import type { PersonalData, Sealed } from '../../modules/platform/personal-data/personal-data.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { type ListOf, paged } from '../../modules/shared/api.ts'
import { and, counted, limits, rangeOf } from '../lists/page.ts'

const Row = z.object({
  id: BankLineId,
  networkId: NetworkId,
  profileId: ProfileId,
  profileName: z.string(),
  bookedOn: LocalDate,
  amount: z.number().int(),
  text: z.string().nullable(),
  counterparty: z.string().nullable(),
  reason: z.string().nullable(),
  status: BankLineStatus,
})

const readLines = async (db: Queries, personal: PersonalData, which: FragmentSqlToken) => {
  const rows = await db.any(sql.type(Row)`
    select l.id, l.network_id, l.profile_id, p.name as profile_name, l.booked_on, l.amount, l.text, l.counterparty, l.reason, l.status
    from bank_lines l join payment_profiles p on p.id = l.profile_id ${which}`)
  const opened = await personal.openAll<string>(
    rows.flatMap(({ profileId, text, counterparty, reason }) =>
      [text, counterparty, reason].map((sealed) => ({ owner: profileId, sealed: sealed as Sealed | null })),
    ),
  )
  return rows.map(({ id, networkId, profileId, profileName, bookedOn, amount, status }, i) => {
    const [text, counterparty, reason] = opened.slice(3 * i, 3 * i + 3)
    const shown: BankLine = {
      ...{ id, account: { id: profileId, name: profileName }, bookedOn: toApiDay(bookedOn), amount: toDollars(amount), text: text ?? '' },
      ...{ counterparty: counterparty ?? null, status, reason: reason ?? null, suggestions: [], match: null },
    }
    return { networkId, shown }
  })
}

const bankLineById = (db: Queries, personal: PersonalData) => async (id: BankLineId) =>
  (await readLines(db, personal, sql.fragment`where l.id = ${id}`))[0] ?? null

/** The lines of a network's statements, the latest first. */
export const bankLinesOf = async (db: Queries, personal: PersonalData, networkId: NetworkId, query: BankLinesQuery): Promise<ListOf<BankLine>> => {
  const where = sql.fragment`where l.network_id = ${networkId} ${and(query.status && sql.fragment`l.status = ${query.status}`)}
      ${and(query.account ? sql.fragment`l.profile_id::text = ${query.account.toLowerCase()}` : null)}`
  const lines = await readLines(db, personal, sql.fragment`${where} order by l.booked_on desc, l.position desc ${limits(rangeOf(query))}`)
  const count = await counted(db, sql.fragment`select count(*) as count from bank_lines l ${where}`)
  return paged(
    query,
    lines.map(({ shown }) => shown),
    count,
  )
}

const Known = z.object({ id: z.string() })
const knownBankLines =
  (db: Queries) =>
  async (ids: readonly BankLineId[]): Promise<ReadonlySet<string>> =>
    new Set((await db.any(sql.type(Known)`select id from bank_lines where id = any(${sql.array([...ids], 'uuid')})`)).map(({ id }) => id))

const Remembered = z.object({ columns: z.unknown() })
const columnsOfStatements =
  (db: Queries) =>
  async (profileId: ProfileId): Promise<StatementColumns | null> => {
    const row = await db.maybeOne(sql.type(Remembered)`
    select columns from bank_statements where profile_id = ${profileId} and columns is not null order by position desc limit 1`)
    return row ? StatementColumns.parse(row.columns) : null
  }

/** The queries of the import and of the changes. */
export const bankingQuestions = (db: Queries, personal: PersonalData) => ({
  bankLineById: bankLineById(db, personal),
  knownBankLines: knownBankLines(db),
  columnsOfStatements: columnsOfStatements(db),
})
