import { z } from 'zod'
import { Reason } from '../bills/contract.ts'
import { BankLineId, ProfileId } from '../kernel/ids.ts'
import { Dollars, dataOf, listOf, PageQuery } from '../shared/api.ts'
import { bankLineStatuses, statementFormats } from './values.ts'

const Title = z.string().min(1).max(200).meta({ example: 'Amount' })

/** The columns of a CSV file by title; a file without titles has 'Column 1', 'Column 2' and so on. */
export const StatementColumns = z
  .object({
    date: Title.meta({ example: 'Posting Date' }),
    /** Amounts with a sign; without it, `debit` and `credit`. */
    amount: Title.exactOptional(),
    debit: Title.meta({ example: 'Debit' }).exactOptional(),
    credit: Title.meta({ example: 'Credit' }).exactOptional(),
    text: z
      .array(Title)
      .max(50)
      .readonly()
      .meta({ example: ['Description'] }),
    counterparty: Title.meta({ example: 'Name' }).exactOptional(),
    bankId: Title.meta({ example: 'Transaction ID' }).exactOptional(),
    dayFirst: z.boolean().exactOptional(),
  })
  .readonly()
export type StatementColumns = z.infer<typeof StatementColumns>

export const ImportedStatement = z.object({
  format: z.enum(statementFormats),
  /** The lines that could be read. */
  lines: z.number().int().meta({ example: 12 }),
  added: z.number().int().meta({ example: 10 }),
  /** The lines that an earlier import has added. */
  repeated: z.number().int().meta({ example: 2 }),
  unreadable: z
    .array(z.object({ line: z.number().int().meta({ example: 7 }), error: z.string().meta({ example: 'The date is missing or wrong.' }) }))
    .readonly(),
  /** How a CSV was read; the next file of the account is read alike. */
  columns: StatementColumns.exactOptional(),
  /** The titles of a CSV, to choose other columns. */
  titles: z
    .array(z.string().meta({ example: 'Posting Date' }))
    .readonly()
    .exactOptional(),
  warnings: z.array(z.string().meta({ example: 'Dates such as 02/03/2026 were read as month, day, year.' })).readonly(),
})
export type ImportedStatement = z.infer<typeof ImportedStatement>
export const ImportedStatementAnswer = dataOf(ImportedStatement)

export const BankLineStatus = z.enum(bankLineStatuses)
export type BankLineStatus = z.infer<typeof BankLineStatus>

/** What a line is: one of these. */
const Match = z.object({
  payoutId: z.string().meta({ example: 'po_1' }).exactOptional(),
  depositId: z.string().meta({ example: '0198f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a07' }).exactOptional(),
  paymentIds: z.array(z.string().meta({ example: '0198f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a07' })).exactOptional(),
  billIds: z.array(z.string().meta({ example: 'Qm3vT0dAcR8yLk2WnZ5xEg' })).exactOptional(),
})
const Suggestion = z.object({
  grade: z.enum(['certain', 'likely', 'possible']),
  reason: z.string().meta({ example: "The memo contains the code WAV988G4; the bill's balance is $240.00." }),
  match: Match,
})

/** A line of a bank statement: money in is above 0, money out below. */
export const BankLine = z.object({
  id: BankLineId,
  account: z.object({ id: ProfileId, name: z.string() }),
  bookedOn: z.string().meta({ example: '2026-03-31T00:00:00.000Z' }),
  amount: Dollars,
  text: z.string().meta({ example: 'Zelle payment from Ruth Cook WAV988G4' }),
  counterparty: z.string().nullable().meta({ example: 'Ruth Cook' }),
  status: BankLineStatus,
  /** Why it is ignored. */
  reason: z.string().nullable(),
  /** What the line may be; none yet. */
  suggestions: z.array(Suggestion),
  match: Match.nullable(),
})
export type BankLine = z.infer<typeof BankLine>
export const BankLineAnswer = dataOf(BankLine)
export const BankLines = listOf(BankLine)

export const BankLinesQuery = PageQuery.extend({
  status: BankLineStatus.optional(),
  account: z.string().max(100).optional(),
})
export type BankLinesQuery = z.infer<typeof BankLinesQuery>

export const IgnoreBankLine = Reason
