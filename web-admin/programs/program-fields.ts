import { z } from 'zod'
import type { LocalDate } from '../../modules/kernel/dates.ts'
import { dueFrom, type Program, ProgramTerms } from '../../modules/programs/contract.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'

const Fields = ProgramTerms.extend({
  description: z.string().trim().max(2000, 'Description must be 2000 characters or less'),
  networkId: z.string(),
  amount: z.string().transform((typed, context) => {
    const { cents, problem } = readMoney(typed, { positive: 'Amount must be greater than 0' })
    if (cents !== null) return cents
    context.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  }),
})
export type ProgramOutput = z.output<typeof Fields>

/** The form's validation on a day in the network's time zone. It is the same as the server's. */
export const newProgramOn = (today: LocalDate) =>
  Fields.extend({ dueDate: dueFrom(today), networkId: Fields.shape.networkId.min(1, 'Please select a network') })
export const changedProgramOn = (today: LocalDate, { dueDate }: Pick<Program, 'dueDate'>) =>
  Fields.extend({ dueDate: dueFrom(today, dueDate.slice(0, 10) as LocalDate) })
