import Archive from 'lucide-react/icons/archive'
import Circle from 'lucide-react/icons/circle'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Contrast from 'lucide-react/icons/contrast'
import type { BillStatus } from '../../../modules/bills/contract.ts'
import { useListWords } from '../words/lists.ts'
import { badge, badgeTones } from './account.css.ts'

const badges = {
  Draft: [CircleDashed, 'neutral'],
  Unpaid: [Circle, 'neutral'],
  Partial: [Contrast, 'neutral'],
  Paid: [CircleCheck, 'paid'],
  Overdue: [CircleAlert, 'overdue'],
  PendingConfirmation: [Clock, 'pending'],
  Failed: [CircleX, 'overdue'],
  Archived: [Archive, 'archived'],
} as const satisfies Record<BillStatus, readonly [unknown, keyof typeof badgeTones]>

/** Coloured only if somebody has to act. */
export const StatusBadge = ({ status }: { status: BillStatus }) => {
  const words = useListWords()
  const [Icon, tone] = badges[status]
  return (
    <span className={`${badge} ${badgeTones[tone]}`}>
      <Icon size={16} />
      {words.statuses[status]}
    </span>
  )
}
