import { Archive, CircleCheck, Ellipsis, Link2 } from 'lucide-react'
import { useState } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx'
import { ArchiveDialog, MarkAsPaidDialog } from './bill-dialogs.tsx'
import { payorLabel } from './bill-words.ts'
import { PaymentLinkDialog } from './payment-link-dialog.tsx'

type Task = 'link' | 'paid' | 'archive'

export const BillMenu = ({ bill }: { bill: Bill }) => {
  const [task, setTask] = useState<Task | null>(null)
  const close = () => setTask(null)
  const canPay = bill.status !== 'Paid'
  const canArchive = bill.status !== 'Archived' && bill.status !== 'Paid'
  return (
    <>
      <Menu trigger={<IconButton label={`Actions, ${payorLabel(bill)}`} icon={Ellipsis} tip={false} />}>
        <MenuItem icon={Link2} onSelect={() => setTask('link')}>
          Payment link
        </MenuItem>
        {canPay && (
          <>
            <MenuLine />
            <MenuItem icon={CircleCheck} onSelect={() => setTask('paid')}>
              Mark as Paid
            </MenuItem>
          </>
        )}
        {canArchive && (
          <>
            <MenuLine />
            <MenuItem icon={Archive} onSelect={() => setTask('archive')}>
              Archive
            </MenuItem>
          </>
        )}
      </Menu>
      {task === 'link' && <PaymentLinkDialog bill={bill} onClose={close} />}
      {task === 'paid' && <MarkAsPaidDialog bill={bill} onClose={close} />}
      {task === 'archive' && <ArchiveDialog bill={bill} onClose={close} />}
    </>
  )
}
