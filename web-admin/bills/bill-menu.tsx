import { Archive, CircleCheck, Diff, Ellipsis, HandCoins, History, Link2 } from 'lucide-react'
import type { Bill } from '../../modules/bills/contract.ts'
import { billPage, payorLabel } from '../domain/bill/bill-words.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx'

export type BillTask = 'link' | 'paid' | 'receipt' | 'adjust' | 'archive'

/** It only says what was chosen: its row goes when the table becomes a list, an open dialog has to stay. */
export const BillMenu = ({ bill, onTask }: { bill: Bill; onTask: (task: BillTask) => void }) => {
  const mayChange = useMayChange()
  const canPay = mayChange && bill.status !== 'Paid'
  const isOpen = mayChange && bill.status !== 'Archived' && bill.status !== 'Paid'
  return (
    <Menu trigger={<IconButton label={`Actions, ${payorLabel(bill)}`} icon={Ellipsis} tip={false} />}>
      <MenuItem icon={Link2} shortcut="C" onSelect={() => onTask('link')}>
        Payment link
      </MenuItem>
      <MenuItem icon={History} href={billPage(bill.id)}>
        View history
      </MenuItem>
      {canPay && <MenuLine />}
      {canPay && (
        <MenuItem icon={CircleCheck} shortcut="P" onSelect={() => onTask('paid')}>
          Mark as Paid
        </MenuItem>
      )}
      {isOpen && (
        <>
          <MenuItem icon={HandCoins} onSelect={() => onTask('receipt')}>
            Record receipt
          </MenuItem>
          <MenuItem icon={Diff} onSelect={() => onTask('adjust')}>
            Adjust amount
          </MenuItem>
          <MenuLine />
          <MenuItem icon={Archive} onSelect={() => onTask('archive')}>
            Archive
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
