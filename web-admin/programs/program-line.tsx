import { formatDay } from '../../modules/kernel/dates.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { frequencyLabels } from '../../modules/programs/values.ts'
import { nowrap } from '../ui/text.css.ts'

/** 'Yearly · due Mar 31, 2026', and the program's status if it has ended. */
export const ProgramLine = ({ program: { frequency, dueDate, status } }: { program: Program }) => (
  <>
    {`${frequencyLabels[frequency]} · `}
    <span className={nowrap}>{`due ${formatDay(dueDate)}`}</span>
    {(status === 'Completed' || status === 'Archived') && ` · ${status.toLowerCase()}`}
  </>
)
