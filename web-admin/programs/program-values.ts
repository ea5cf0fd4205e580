import { type LocalDate, toApiDay } from '../../modules/kernel/dates.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import type { AmountType, Frequency, Program } from '../../modules/programs/contract.ts'
import type { ProgramOutput } from './program-fields.ts'

/** The form's values; `networkId` is used only on the create page. */
export type ProgramValues = {
  networkId: string
  name: string
  description: string
  frequency: Frequency
  type: AmountType
  /** The text as typed. */
  amount: string
  dueDate: string
}

export const noProgram: ProgramValues = {
  networkId: '',
  name: '',
  description: '',
  frequency: 'Yearly',
  type: 'Uniform',
  amount: '',
  dueDate: '',
}

export const valuesOf = (program: Program): ProgramValues => ({
  networkId: program.network.id,
  name: program.name,
  description: program.description ?? '',
  frequency: program.frequency,
  type: program.type,
  amount: program.amount.toFixed(2),
  dueDate: program.dueDate.slice(0, 10),
})

export type ProgramBody = Omit<ProgramValues, 'networkId' | 'amount'> & { amount: number }

/** The body of the request: the amount in dollars, the due date as midnight UTC, and no network. */
export const bodyOf = ({ networkId: _, amount: cents, dueDate: day, ...rest }: ProgramOutput): ProgramBody => ({
  ...rest,
  amount: toDollars(cents),
  dueDate: toApiDay(day as LocalDate),
})
