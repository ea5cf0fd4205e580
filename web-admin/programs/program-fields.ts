import { z } from 'zod'
import { type LocalDate, toApiDay } from '../../modules/kernel/dates.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import { type AmountType, dueFrom, type Frequency, type Program, ProgramTerms } from '../../modules/programs/contract.ts'

/** What stands in the form; the network is asked for on create only. */
export type ProgramValues = {
  networkId: string
  name: string
  description: string
  frequency: Frequency
  type: AmountType
  amount: number
  dueDate: string
}

const Fields = ProgramTerms.extend({
  description: z.string().trim().max(2000, 'Description must be 2000 characters or less'),
  networkId: z.string(),
})
export type ProgramOutput = z.output<typeof Fields>

/** What the fields must hold on a day of the network; the server asks for the same. */
export const newProgramOn = (today: LocalDate) =>
  Fields.extend({ dueDate: dueFrom(today), networkId: Fields.shape.networkId.min(1, 'Please select a network') })
export const changedProgramOn = (today: LocalDate, { dueDate }: Pick<Program, 'dueDate'>) =>
  Fields.extend({ dueDate: dueFrom(today, dueDate.slice(0, 10) as LocalDate) })

export const noProgram: ProgramValues = {
  networkId: '',
  name: '',
  description: '',
  frequency: 'Yearly',
  type: 'Uniform',
  amount: Number.NaN,
  dueDate: '',
}

export const valuesOf = (program: Program): ProgramValues => ({
  networkId: program.network.id,
  name: program.name,
  description: program.description ?? '',
  frequency: program.frequency,
  type: program.type,
  amount: program.amount,
  dueDate: program.dueDate.slice(0, 10),
})

export type ProgramBody = Omit<ProgramValues, 'networkId'>

/** Dollars, and the day as midnight UTC; the network is no part of it. */
export const bodyOf = ({ networkId: _, amount: cents, dueDate: day, ...rest }: ProgramOutput): ProgramBody => ({
  ...rest,
  amount: toDollars(cents),
  dueDate: toApiDay(day as LocalDate),
})
