import { formatDay, type LocalDate } from '../../../modules/kernel/dates.ts'
import { formatMoney } from '../../../modules/kernel/money.ts'
import { currentDueDate } from '../../../modules/kernel/schedule.ts'
import type { CampaignStatus, Program } from '../../../modules/programs/contract.ts'

const mailed: Record<CampaignStatus, string> = {
  Draft: 'it is mailed when the campaign is launched',
  Scheduled: 'it is mailed when the campaign is launched',
  Failed: 'it is mailed when the campaign is launched',
  Active: 'it is mailed at once',
  // A new bill makes the campaign Active again (R55).
  Completed: 'it is mailed at once',
  Paused: 'it is mailed when the campaign is resumed',
}

type Billed = {
  payor: { name: string; email: string | null }
  program: Pick<Program, 'dueDate' | 'frequency' | 'campaignStatus'>
  /** In dollars; null while the input is invalid. */
  amount: number | null
  today: LocalDate
}

/** 'Rebekah Cook gets a bill of $100.00, due Mar 31, 2026; it is mailed at once.' */
export const billOneWords = ({ payor, program, amount, today }: Billed): string => {
  const due = formatDay(currentDueDate(program.dueDate.slice(0, 10) as LocalDate, program.frequency, today))
  const bill = `${payor.name} gets a bill${amount === null ? '' : ` of ${formatMoney(amount)}`}, due ${due}`
  if (payor.email === null) return `${bill}. There is no e-mail address, so print it or send its link.`
  return `${bill}; ${mailed[program.campaignStatus]}.`
}
