import { Download, Ellipsis, HandCoins, Pencil, Printer, ReceiptText, UserMinus, UserX } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { formatDay } from '../../../modules/kernel/dates.ts'
import { formatMoney } from '../../../modules/kernel/money.ts'
import type { MemberLedger } from '../../../modules/payors/contract.ts'
import { errorMessage } from '../../domain/api/error-message.ts'
import { Loaded } from '../../domain/api/loaded.tsx'
import { formatDayOf } from '../../domain/api/network-clock.ts'
import type { Versioned } from '../../domain/api/versioned.ts'
import { HistorySection } from '../../domain/history/history-section.tsx'
import { failingSince, useFailingAddresses, useTakeUpMail } from '../../domain/mail/failing.ts'
import { useMember } from '../../domain/payor/calls.ts'
import { isForgotten, kindLabels } from '../../domain/payor/member-values.ts'
import { reread } from '../../domain/queries.ts'
import { useMayChange } from '../../domain/session/may-change.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { Facts } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { BackLink, PageHead } from '../../ui/page-head.tsx'
import { hidden } from '../../ui/text.css.ts'
import { useToast } from '../../ui/toast.tsx'
import { MemberAutopay } from './member-autopay.tsx'
import { MemberBills, MemberPayments } from './member-ledger.tsx'
import * as styles from './members.css.ts'

/** On a payor's page: says since when the payor's address has been failing, and offers to resume mail. */
export const FailingAddressBanner = ({ memberId, className }: { memberId: string; className: string }) => {
  const mayChange = useMayChange()
  const toast = useToast()
  const takeUp = useTakeUpMail(memberId)
  const [failing] = useFailingAddresses({ memberId }).data ?? []
  if (!failing) return null
  return (
    <Banner tone="warning" title="No mails go to this payor" className={className}>
      <p>
        {`${failingSince(failing)} Bills and reminders to ${failing.payor.email} have stopped. Enter another address, or resume mail to this one.`}
      </p>
      {takeUp.isError && <p>{errorMessage(takeUp.error, 'update', 'member')}</p>}
      {mayChange && (
        <Button
          busy={takeUp.isPending}
          busyText="Saving..."
          onClick={() => takeUp.mutate(undefined, { onSuccess: () => toast(`Mail to ${failing.payor.email} is resumed`) })}
        >
          Resume Mail
        </Button>
      )}
    </Banner>
  )
}

const BillOneDialog = lazyDialog(async () => (await import('../bill/bill-one-dialog.tsx')).BillOneDialog)
const EditMemberDialog = lazyDialog(async () => (await import('./edit-member-dialog.tsx')).EditMemberDialog)
const ForgetDialog = lazyDialog(async () => (await import('./forget-dialog.tsx')).ForgetDialog)
const RemovePayorDialog = lazyDialog(async () => (await import('./remove-payor-dialog.tsx')).RemovePayorDialog)
const HeldDataDialog = lazyDialog(async () => (await import('./held-data-dialog.tsx')).HeldDataDialog)

const back = <BackLink href="/members">Back to Members</BackLink>

type Task = 'bill' | 'edit' | 'give' | 'remove' | 'forget'

/** The programs that bill a payor. */
const programsOf = ({ bills, leftPrograms }: MemberLedger): { id: string; name: string }[] => {
  const left = new Set<string>(leftPrograms.map(({ id }) => id))
  const all = new Map(bills.map(({ program: { id, name } }) => [id as string, name]))
  return [...all].flatMap(([id, name]) => (left.has(id) ? [] : [{ id, name }]))
}

const Actions = ({ member, onTask }: { member: MemberLedger; onTask: (task: Task) => void }) => {
  const mayChange = useMayChange() && !isForgotten(member)
  return (
    <>
      <Button icon={Printer} aria-label="Print" onClick={() => window.print()}>
        <span className={styles.words}>Print</span>
      </Button>
      {mayChange && (
        <>
          <ButtonLink icon={HandCoins} href={`/payments/new?payor=${member.id}`}>
            Record Payment
          </ButtonLink>
          <Button icon={ReceiptText} onClick={() => onTask('bill')}>
            Add a Bill
          </Button>
          <Button icon={Pencil} onClick={() => onTask('edit')}>
            Edit
          </Button>
          <Menu trigger={<IconButton label={`More actions, ${member.name}`} icon={Ellipsis} tip={false} variant="default" />}>
            <MenuItem icon={Download} onSelect={() => onTask('give')}>
              Download their data
            </MenuItem>
            {programsOf(member).length > 0 && (
              <MenuItem icon={UserMinus} onSelect={() => onTask('remove')}>
                Remove from a program
              </MenuItem>
            )}
            <MenuItem icon={UserX} onSelect={() => onTask('forget')}>
              {member.kind === 'individual' ? 'Forget this person' : 'Forget this congregation'}
            </MenuItem>
          </Menu>
        </>
      )}
    </>
  )
}

const Details = ({ member }: { member: MemberLedger }) => {
  const { congregation } = member
  return (
    <div className={styles.about}>
      <Facts
        facts={[
          ['Email', member.email ?? 'Not set'],
          ['Phone', member.phone ?? 'Not set'],
          member.kind === 'individual' ? ['Gender', member.gender ?? 'Not set'] : ['Contact', member.contactName ?? 'Not set'],
        ]}
      />
      <Facts
        facts={[
          ...(member.kind === 'individual' ? ([['Date of birth', member.dob ? formatDay(member.dob) : 'Not set']] as [string, string][]) : []),
          ['Member since', member.memberSince ? formatDay(member.memberSince) : 'Not set'],
          ...(member.kind === 'individual'
            ? ([
                [
                  'Congregation',
                  congregation ? (
                    <Link key="congregation" href={`/members/${congregation.id}`}>
                      {congregation.name}
                    </Link>
                  ) : (
                    'Not set'
                  ),
                ],
              ] as [string, React.ReactNode][])
            : []),
        ]}
      />
    </div>
  )
}

type LedgerProps = { loaded: Versioned<MemberLedger>; reload: () => Promise<Versioned<MemberLedger>> }

const Ledger = ({ loaded, reload }: LedgerProps) => {
  const [task, setTask] = useState<{ kind: Task; loaded: Versioned<MemberLedger> } | null>(null)
  const member = loaded.value
  return (
    <>
      <PageHead title={member.name} back={back} actions={<Actions member={member} onTask={(kind) => setTask({ kind, loaded })} />}>
        {kindLabels[member.kind]}
      </PageHead>
      {isForgotten(member) ? (
        <Banner tone="information" silent>
          Names and addresses were erased on request. Bills and payments stay.
        </Banner>
      ) : (
        <Details member={member} />
      )}
      {!isForgotten(member) && <FailingAddressBanner memberId={member.id} className={styles.notice} />}
      {!isForgotten(member) && <MemberAutopay memberId={member.id} />}
      {member.leftPrograms.map(({ id, name, since }) => (
        <Banner key={id} tone="information" className={styles.notice} silent>
          {`Removed from ${name} on ${formatDayOf(since)}. No further periods are billed there until an upload or a bill by hand adds them again.`}
        </Banner>
      ))}
      <p className={styles.sum}>
        <span>Open</span>
        <span className={styles.sumFigure}>{formatMoney(member.balance)}</span>
      </p>
      <section className={styles.section} aria-labelledby="member-bills">
        <h2 id="member-bills">Bills</h2>
        <MemberBills bills={member.bills} />
      </section>
      <section className={styles.section} aria-labelledby="member-payments">
        <h2 id="member-payments">Payments</h2>
        <MemberPayments payments={member.payments} />
      </section>
      <HistorySection thing="member" id={member.id} className={classes(styles.section, styles.notPrinted)} />
      {task?.kind === 'bill' && <BillOneDialog payor={task.loaded.value} onClose={() => setTask(null)} />}
      {task?.kind === 'edit' && <EditMemberDialog loaded={task.loaded} reload={reload} onClose={() => setTask(null)} />}
      {task?.kind === 'give' && <HeldDataDialog member={task.loaded.value} onClose={() => setTask(null)} />}
      {task?.kind === 'remove' && (
        <RemovePayorDialog payor={task.loaded.value} programs={programsOf(task.loaded.value)} onClose={() => setTask(null)} />
      )}
      {task?.kind === 'forget' && <ForgetDialog member={task.loaded.value} onClose={() => setTask(null)} />}
    </>
  )
}

/** A payor's account: details, bills, payments and the open balance. */
export const MemberPage = () => {
  const id = useParams<{ id: string }>().id
  const member = useMember(id)
  if (member.data) return <Ledger key={id} loaded={member.data} reload={() => reread(member)} />
  return (
    <>
      <PageHead title="Member" back={back} />
      <h2 className={hidden}>Details</h2>
      <Loaded query={member} loading="Loading the member..." rows={6} failed="Failed to load the member" action="view" thing="member" />
    </>
  )
}
