import { Archive, CalendarClock, CircleCheck, Diff, Ellipsis, HandCoins, History, Link2, type LucideIcon, Printer, X } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import type { Versioned } from '../domain/api/versioned.ts'
import { billPage, payorLabel } from '../domain/bill/bill-words.tsx'
import { waitsForDebit } from '../domain/payment/payment.tsx'
import { retryOf } from '../domain/queries.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx'
import { ErrorState } from '../ui/states.tsx'
import * as styles from './bill.css.ts'
import { useBill } from './calls.ts'
import type { OnBill } from './money-dialog.tsx'
import type { AsksReason } from './reason-dialogs.tsx'

/**
 * Gives a dialog about money the bill and its version. The bill's page has read these already; for a bill in a list
 * they are read first.
 */
const onLoadedBill = (MoneyDialog: (props: OnBill) => ReactNode, title: string) => {
  const OnLoadedBill = ({ bill, onClose }: { bill: Bill; onClose: () => void }) => {
    const now = useBill(bill.id, { always: true })
    // The dialog waits for a fresh read, since its form would keep the values of a cached bill. After that read the
    // form stays, even if a later read fails.
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

/** A dialog that asks for a reason and nothing else. */
const askingReason = (asked: AsksReason) =>
  onLoadedBill(
    lazyDialog(async () => {
      const { ReasonDialog } = await import('./reason-dialogs.tsx')
      return (bill: OnBill) => <ReasonDialog {...bill} {...asked} />
    }),
    asked.title,
  )

/** `loaded`: the bill with its version, if the page has read it. */
type DialogProps = { bill: Bill; loaded?: Versioned<Bill>; onClose: () => void }

type Action = Readonly<{
  label: string
  icon: LucideIcon
  /** Access key in a list's menu. */
  shortcut?: string
  /** True: only for Admins. */
  changes?: true
  /** True: the menu draws a line above this action. */
  ruled?: true
  inList: (bill: Bill) => boolean
  onPage: (bill: Bill) => 'button' | 'menu' | null
}> &
  Readonly<{ href: (bill: Bill) => string } | { Dialog: (props: DialogProps) => ReactNode }>

const isArchived = ({ status }: Bill) => status === 'Archived'
const isOpen = ({ status }: Bill) => status !== 'Archived' && status !== 'Paid'
/** Until a debit clears or fails, only a payment by hand can change the bill (R80). */
const isFree = (bill: Bill) => !isArchived(bill) && !waitsForDebit(bill)
/** As the server decides: a claim or a debit has to be settled first (R138). */
export const mayPlan = ({ status, program }: Bill) =>
  program.status === 'Active' && (status === 'Unpaid' || status === 'Partial' || status === 'Overdue' || status === 'Failed')
const always = () => true
const never = () => false

/** All actions on a bill, in the order of the menus. */
const actions = {
  link: {
    ...{ label: 'Payment link', icon: Link2, shortcut: 'C', inList: always, onPage: () => 'button' },
    Dialog: lazyDialog<DialogProps>(async () => (await import('./payment-link-dialog.tsx')).PaymentLinkDialog),
  },
  history: { label: 'View history', icon: History, inList: always, onPage: () => null, href: ({ id }) => billPage(id) },
  print: { label: 'Print or PDF', icon: Printer, inList: never, onPage: () => 'button', href: ({ id }) => `/payors/bills/${id}/print` },
  paid: {
    ...{ label: 'Mark as Paid', icon: CircleCheck, shortcut: 'P', changes: true, ruled: true, inList: ({ status }) => status !== 'Paid' },
    onPage: (bill) => {
      if (waitsForDebit(bill)) return 'menu'
      return bill.status === 'Paid' || bill.status === 'PendingConfirmation' || bill.replaced ? null : 'button'
    },
    Dialog: lazyDialog<DialogProps>(async () => (await import('./bill-dialogs.tsx')).MarkAsPaidDialog),
  },
  /** Only shown next to the claim, where it can also be confirmed. */
  'not-received': {
    ...{ label: 'Not received', icon: X, changes: true, inList: never, onPage: () => null },
    // The bill returns to its former status (R65).
    Dialog: askingReason({
      title: 'Not Received',
      busyText: 'Saving...',
      done: 'The payment is marked as not received',
      failed: 'Nothing was changed',
      intro: 'The bill goes back to its former status, and the payor is notified by mail.',
      hint: 'This reason is e-mailed to the payor.',
      call: 'not-received',
    }),
  },
  receipt: {
    ...{ label: 'Record receipt', icon: HandCoins, changes: true, inList: isOpen, onPage: (bill) => (isArchived(bill) ? null : 'menu') },
    Dialog: onLoadedBill(
      lazyDialog(async () => (await import('./receipt-dialog.tsx')).ReceiptDialog),
      'Record Receipt',
    ),
  },
  adjust: {
    ...{ label: 'Adjust amount', icon: Diff, changes: true, inList: isOpen, onPage: (bill) => (isFree(bill) ? 'menu' : null) },
    Dialog: onLoadedBill(
      lazyDialog(async () => (await import('./adjust-dialog.tsx')).AdjustDialog),
      'Adjust Amount',
    ),
  },
  plan: {
    ...{ label: 'Payment plan', icon: CalendarClock, changes: true, inList: never, onPage: (bill) => (mayPlan(bill) ? 'menu' : null) },
    Dialog: onLoadedBill(
      lazyDialog(async () => (await import('./plan-dialog.tsx')).PlanDialog),
      'Payment Plan',
    ),
  },
  /** Only shown next to the plan. */
  'cancel-plan': {
    ...{ label: 'Cancel plan', icon: X, changes: true, inList: never, onPage: () => null },
    Dialog: lazyDialog<DialogProps>(async () => (await import('./plan-dialog.tsx')).CancelPlanDialog),
  },
  archive: {
    ...{ label: 'Archive', icon: Archive, changes: true, ruled: true, inList: isOpen },
    onPage: (bill) => (isFree(bill) && bill.status !== 'Paid' ? 'menu' : null),
    Dialog: lazyDialog<DialogProps>(async () => (await import('./bill-dialogs.tsx')).ArchiveDialog),
  },
} satisfies Record<string, Action>

type Name = keyof typeof actions
export type BillTask = Exclude<Name, 'history' | 'print'>
const inOrder = Object.entries(actions) as unknown as readonly (readonly [BillTask, Action])[]

type Props = { bill: Bill; onTask: (task: BillTask) => void }

const Items = ({ of, bill, onTask }: Props & { of: typeof inOrder }) =>
  of.map(([task, { label, icon, ruled, shortcut, ...does }], index) => (
    <Fragment key={task}>
      {ruled && index > 0 && <MenuLine />}
      <MenuItem icon={icon} {...(shortcut ? { shortcut } : {})} {...('href' in does ? { href: does.href(bill) } : { onSelect: () => onTask(task) })}>
        {label}
      </MenuItem>
    </Fragment>
  ))

/**
 * Only reports the chosen action. The dialog belongs to the parent, since this menu unmounts when the table turns into
 * a list.
 */
export const BillMenu = ({ bill, onTask }: Props) => {
  const mayChange = useMayChange()
  return (
    <Menu trigger={<IconButton label={`Actions, ${payorLabel(bill)}`} icon={Ellipsis} tip={false} />}>
      <Items of={inOrder.filter(([, { changes, inList }]) => (mayChange || !changes) && inList(bill))} bill={bill} onTask={onTask} />
    </Menu>
  )
}

/**
 * The actions on the bill's page. The two answers to a claim are next to the claim. Auditors only get the payment link
 * and the print page.
 */
export const BillActions = ({ bill, onTask }: Props) => {
  const mayChange = useMayChange()
  const offered = inOrder.filter(([, { changes }]) => mayChange || !changes)
  const more = offered.filter(([, { onPage }]) => onPage(bill) === 'menu').map(([task, action]) => [task, { ...action, shortcut: '' }] as const)
  return (
    <>
      {offered
        .filter(([, { onPage }]) => onPage(bill) === 'button')
        .map(([task, { label, icon, changes, ...does }]) =>
          'href' in does ? (
            <ButtonLink key={task} icon={icon} href={does.href(bill)} label={label}>
              <span className={styles.words}>{label}</span>
            </ButtonLink>
          ) : changes ? (
            <Button key={task} variant="primary" icon={icon} onClick={() => onTask(task)}>
              {label}
            </Button>
          ) : (
            <Button key={task} icon={icon} aria-label={label} onClick={() => onTask(task)}>
              <span className={styles.words}>{label}</span>
            </Button>
          ),
        )}
      {more.length > 0 && (
        <Menu trigger={<IconButton label={`More actions, ${payorLabel(bill)}`} icon={Ellipsis} tip={false} variant="default" />}>
          <Items of={more} bill={bill} onTask={onTask} />
        </Menu>
      )}
    </>
  )
}

/** The dialog of an action. */
export const BillDialog = ({ task, ...props }: DialogProps & { task: BillTask }) => {
  const { Dialog } = actions[task]
  return <Dialog {...props} />
}
