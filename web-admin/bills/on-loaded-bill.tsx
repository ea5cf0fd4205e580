import { type ReactNode, useState } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { retryOf } from '../domain/api/refetch.ts'
import type { Versioned } from '../domain/api/versioned.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { useBill } from './calls.ts'
import type { OnBill } from './money-dialog.tsx'

/**
 * A bill as a dialog about its money needs it, with the version that is decided on: as its page has loaded it, or of a list's bill as it is now.
 */
export const onLoadedBill = (MoneyDialog: (props: OnBill) => ReactNode, title: string) => {
  const OnLoadedBill = ({ bill, onClose }: { bill: Bill; onClose: () => void }) => {
    const now = useBill(bill.id, { always: true })
    // What was read before is not shown: the form would keep what it said then. What was read once stays when reading it again fails.
    const [isRead, setIsRead] = useState(false)
    if (!isRead && now.isSuccess && now.isFetchedAfterMount) setIsRead(true)
    if (isRead && now.data) return <MoneyDialog loaded={now.data} onClose={onClose} />
    if (!now.isError) return null
    return (
      <Dialog open onOpenChange={onClose} title={title}>
        <ErrorState level={3} title="Failed to load the bill" onRetry={retryOf(now)}>
          {messageOr(now.error, 'Failed to load the bill')}
        </ErrorState>
      </Dialog>
    )
  }
  return ({ loaded, ...props }: { bill: Bill; loaded?: Versioned<Bill>; onClose: () => void }) =>
    loaded ? <MoneyDialog loaded={loaded} onClose={props.onClose} /> : <OnLoadedBill {...props} />
}
