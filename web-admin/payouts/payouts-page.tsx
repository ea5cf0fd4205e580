import { CircleAlert, CircleCheck, Clock, Download, Landmark, Scale } from 'lucide-react'
import { useSearchParams } from 'wouter'
import type { Reconciliation } from '../../modules/payments/contract.ts'
import { apiUrl } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { count, formatMinute } from '../domain/campaign/campaign-words.ts'
import { comparedWords, differenceWords } from '../domain/payment/payout-words.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { Badge, type BadgeContent } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { changed, pageOf } from '../ui/list-params.ts'
import { Paged } from '../ui/paged.tsx'
import { EmptyState } from '../ui/states.tsx'
import { block, medium, muted, sectionHead, small } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { useCompare, usePayouts, useReconciliations } from './calls.ts'
import * as styles from './payouts.css.ts'
import { PayoutsFrame } from './payouts-frame.tsx'
import { PayoutsList } from './payouts-list.tsx'

const badgeOf = ({ at, differences }: Reconciliation): BadgeContent => {
  if (at === null) return ['Not compared yet', 'neutral', Clock]
  if (differences.length === 0) return ['Everything agrees', 'paid', CircleCheck]
  return [count(differences.length, 'difference', 'differences'), 'overdue', CircleAlert]
}

const whenWords = ({ at, compared }: Reconciliation): string =>
  at === null
    ? 'Every account is compared once an hour.'
    : `Last compared ${formatMinute(at)} · ${count(compared, 'movement', 'movements')} in seven days`

const Profile = ({ of }: { of: Reconciliation }) => (
  <li className={styles.profile}>
    <div className={styles.profileHead}>
      <span className={medium}>{of.profile.name}</span>
      <Badge content={badgeOf(of)} />
    </div>
    <span className={classes(small, muted)}>{whenWords(of)}</span>
    {of.differences.length > 0 && (
      <ul className={styles.differences} aria-label={`Differences, ${of.profile.name}`}>
        {of.differences.map((difference) => (
          <li key={`${difference.intentId} ${difference.what}`}>
            {differenceWords(difference)}
            <span className={classes(small, muted, block, styles.code)}>{`Payment ${difference.intentId}`}</span>
          </li>
        ))}
      </ul>
    )}
  </li>
)

const CompareNow = () => {
  const compare = useCompare()
  const toast = useToast()
  return (
    <Button
      icon={Scale}
      busy={compare.isPending}
      busyText="Comparing..."
      onClick={() =>
        compare.mutate(undefined, {
          onSuccess: (compared) => toast(comparedWords(compared)),
          onError: (error) => toast(messageOr(error, 'The comparison failed. Please try again.'), { tone: 'failure' }),
        })
      }
    >
      Compare Now
    </Button>
  )
}

/** The comparison of Stripe's records with ours, by profile; empty if no profile is connected. */
const Comparison = () => {
  const compared = useReconciliations()
  const mayChange = useMayChange()
  if (compared.data?.length === 0) return null
  return (
    <section aria-labelledby="comparison">
      <div className={sectionHead}>
        <h2 id="comparison">Comparison with Stripe</h2>
        {mayChange && compared.data && <CompareNow />}
      </div>
      <Loaded
        query={compared}
        loading="Loading the comparison..."
        rows={1}
        quiet
        failed="Failed to load the comparison"
        action="load"
        thing="comparison"
      >
        {(profiles) => (
          <ul>
            {profiles.map((one) => (
              <Profile key={one.profile.id} of={one} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

const AllPayouts = () => {
  const [address, setAddress] = useSearchParams()
  const payouts = usePayouts(pageOf(address))
  return (
    <section aria-labelledby="payouts" className={styles.part}>
      <div className={sectionHead}>
        <h2 id="payouts">All payouts</h2>
        <ButtonLink href={apiUrl('/exports/payouts.csv')} leaves icon={Download}>
          Export CSV
        </ButtonLink>
      </div>
      <Loaded query={payouts} loading="Loading payouts..." rows={6} failed="Failed to load payouts" action="load" thing="payout">
        {(list) => (
          <Paged
            list={list}
            onPage={(page) => setAddress(changed(address, { page: page === 1 ? null : String(page) }))}
            of="payouts"
            paper={['Order: Newest first']}
            empty={
              <EmptyState level={3} icon={Landmark} title="No payouts yet">
                Stripe sends card payments and bank debits to your bank a few days after they were paid, and each payout is then listed here.
              </EmptyState>
            }
          >
            {(rows) => <PayoutsList payouts={rows} />}
          </Paged>
        )}
      </Loaded>
    </section>
  )
}

/** Stripe's payouts to the bank, and the comparison of Stripe's records with ours. */
export const PayoutsPage = () => (
  <PayoutsFrame here="/payouts" about="Payouts from Stripe to your bank, and what is in each.">
    <Comparison />
    <AllPayouts />
  </PayoutsFrame>
)
