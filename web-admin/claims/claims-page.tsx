import { CircleCheck, HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ClaimDecided, ClaimsDecided, WaitingClaim } from '../../modules/bills/contract.ts'
import { formatMoney, sumDollars } from '../../modules/kernel/money.ts'
import { post } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { payorLabel } from '../domain/bill/bill-words.tsx'
import { useCommand } from '../domain/command.ts'
import { noteChange } from '../domain/live/changes.ts'
import { usePageOf } from '../domain/queries.ts'
import { useMayChange, useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { AskReason } from '../ui/ask-reason.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { CheckField } from '../ui/field.tsx'
import { changed, pageOf } from '../ui/list-params.ts'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { Paged } from '../ui/paged.tsx'
import { EmptyState } from '../ui/states.tsx'
import { money } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import * as styles from './claims.css.ts'
import { ClaimsList, sentIn } from './claims-list.tsx'

type Props = {
  /** For example '3 payments, $300.00'. */
  subject: string
  busy: boolean
  error: Error | null
  onRefuse: (reason: string) => void
  onClose: () => void
}

/** Rejects the selected claims with one reason, which each payor reads. */
const NotReceivedDialog = ({ subject, busy, error, onRefuse, onClose }: Props) => (
  <AskReason
    title="Not Received"
    subject={subject}
    action="Not Received"
    variant="primary"
    busy={busy}
    busyText="Saving..."
    failure={error && messageOr(error, 'The payments could not be marked as not received. Please try again.')}
    hint="This reason is e-mailed to each payor."
    onReason={onRefuse}
    onClose={onClose}
  >
    The bills go back to their former status, and each payor is notified by mail.
  </AskReason>
)

/** Open claims, the oldest first, 50 a page. */
const useClaims = (page: number) => usePageOf<WaitingClaim>(['claims', page], '/claims', { page, pageSize: 50 })

/** With a reason, the claims are rejected; without a reason, they are confirmed. */
type Decision = { billIds: string[]; reason?: string }

/** Confirms or rejects many claims. Retries have no further effect (R65). */
const useDecideClaims = () =>
  useCommand(
    async (decision: Decision, once): Promise<ClaimDecided[]> =>
      (await post<ClaimsDecided>(decision.reason === undefined ? '/claims/confirm' : '/claims/not-received', decision, once)).data,
    {
      done: (client, decided) => {
        for (const { billId } of decided) noteChange(client, { kind: 'bill', id: billId })
      },
      rereads: [['claims']],
    },
  )

const counted = (count: number): string => (count === 1 ? '1 payment' : `${count.toLocaleString('en-US')} payments`)

/** Adds in cents, since dollars as binary fractions are not exact. */
const sumOf = (claims: readonly WaitingClaim[]): number => sumDollars(claims.map(sentIn))

type Refused = { who: string; why: string }
type Asked = 'confirm' | 'refuse'

/**
 * The claims on a page, which can be selected and decided together. Claims that could not be decided stay selected, and
 * are listed with the reason.
 */
const Decide = ({ claims }: { claims: WaitingClaim[] }) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked | null>(null)
  const [refused, setRefused] = useState<Refused[]>([])
  const decide = useDecideClaims()
  const toast = useToast()
  // Claims that someone else has decided meanwhile are no longer listed.
  const ticked = claims.filter(({ bill }) => chosen.has(bill.id))
  const all = ticked.length === claims.length
  const subject = `${counted(ticked.length)}, ${formatMoney(sumOf(ticked))}`
  const close = () => {
    setAsked(null)
    decide.reset()
  }
  const settle = (decided: readonly ClaimDecided[], done: string) => {
    const byId = new Map(ticked.map((claim) => [claim.bill.id as string, claim]))
    const failed = decided.filter(({ error }) => error !== null)
    const went = decided.flatMap(({ billId, error }) => (error === null ? (byId.get(billId) ?? []) : []))
    setRefused(
      failed.map(({ billId, error }) => ({
        who: byId.get(billId) ? payorLabel((byId.get(billId) as WaitingClaim).bill) : billId,
        why: error?.message ?? '',
      })),
    )
    setChosen(new Set(failed.map(({ billId }) => billId)))
    if (went.length > 0) toast(`${counted(went.length)} ${done}, ${formatMoney(sumOf(went))}`)
    close()
  }
  // Uses the promise of `mutateAsync`, since this component unmounts if these were the last claims. `decide.error`
  // shows a failure.
  const send = (decision: Decision, done: string) =>
    void decide.mutateAsync(decision).then(
      (decided) => settle(decided, done),
      () => {},
    )
  const billIds = ticked.map(({ bill }) => bill.id as string)
  const unavailable = ticked.length === 0 ? 'Tick the payments first' : undefined
  return (
    <>
      {refused.length > 0 && (
        <Banner tone="failure" title={`${counted(refused.length)} could not be processed`}>
          <ul className={styles.refused}>
            {refused.map(({ who, why }) => (
              <li key={who}>{`${who}: ${why}`}</li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={styles.bar}>
        <CheckField
          className={styles.ticked}
          label={ticked.length === 0 ? 'Tick all on this page' : `${subject} ticked`}
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = ticked.length > 0 && !all
          }}
          onChange={() => setChosen(new Set(all ? [] : claims.map(({ bill }) => bill.id)))}
        />
        <div className={styles.buttons}>
          {ticked.length > 1 && (
            <ButtonLink icon={HandCoins} href={`/payments/new?bills=${ticked.map(({ bill }) => bill.id).join(',')}`}>
              Record as One Payment
            </ButtonLink>
          )}
          <Button unavailable={unavailable} onClick={() => setAsked('refuse')}>
            Not Received
          </Button>
          <Button variant="primary" icon={CircleCheck} unavailable={unavailable} onClick={() => setAsked('confirm')}>
            {ticked.length === 0 ? 'Confirm' : `Confirm ${ticked.length.toLocaleString('en-US')}`}
          </Button>
        </div>
      </div>
      <ClaimsList
        claims={claims}
        ticked={chosen}
        onTick={(billId, on) => setChosen((now) => new Set([...now].filter((id) => id !== billId).concat(on ? [billId] : [])))}
      />
      {asked === 'confirm' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Confirm Payments"
          action="Confirm"
          busyText="Confirming..."
          busy={decide.isPending}
          problem={decide.error && messageOr(decide.error, 'Nothing was confirmed. Please try again.')}
          onConfirm={() => send({ billIds }, 'confirmed')}
        >
          <strong className={money}>{subject}</strong>. The payments are recorded, and each payor is mailed a receipt. This action cannot be undone.
        </ConfirmDialog>
      )}
      {asked === 'refuse' && (
        <NotReceivedDialog
          subject={subject}
          busy={decide.isPending}
          error={decide.error}
          onRefuse={(reason) => send({ billIds, reason }, 'marked as not received')}
          onClose={close}
        />
      )}
    </>
  )
}

const TITLE = 'Payments to Confirm'
const back = <BackLink href="/dashboard">Back to Dashboard</BackLink>

const Claims = () => {
  const [address, setAddress] = useSearchParams()
  const claims = useClaims(pageOf(address))
  const mayChange = useMayChange()
  return (
    <>
      <PageHead title={TITLE} back={back}>
        Payors say that they have sent these payments. Tick those that you find at your bank, then confirm them together.
      </PageHead>
      <Loaded query={claims} loading="Loading payments to confirm..." rows={6} failed="Failed to load payments" action="load" thing="payments">
        {(list) => (
          <Paged
            list={list}
            onPage={(page) => setAddress(changed(address, { page: page === 1 ? null : String(page) }))}
            of="payments"
            paper={['Order: Longest waiting first']}
            empty={
              <EmptyState icon={HandCoins} title="Nothing to confirm">
                When a payor presses 'Mark as sent', the payment waits here until you have found it at your bank.
              </EmptyState>
            }
          >
            {(rows) => (mayChange ? <Decide claims={rows} /> : <ClaimsList claims={rows} ticked={new Set()} />)}
          </Paged>
        )}
      </Loaded>
    </>
  )
}

export const ClaimsPage = () => (useOversees() ? <Claims /> : <NotAllowed title={TITLE} back={back} action="view" thing="assessment bill" />)
