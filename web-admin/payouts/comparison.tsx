import { CircleAlert, CircleCheck, Clock, Scale } from 'lucide-react'
import type { Reconciliation } from '../../modules/payments/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { count, formatMinute } from '../domain/campaign/campaign-words.ts'
import { comparedWords, differenceWords } from '../domain/payment/payout-words.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { Badge, type Look } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { block, medium, muted, sectionHead, small } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { useCompare, useReconciliations } from './calls.ts'
import * as styles from './payouts.css.ts'

const lookOf = ({ at, differences }: Reconciliation): Look => {
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
      <Badge look={lookOf(of)} />
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

/** Whether Stripe's books and the recorded payments agree, by profile; nothing where no profile is connected. */
export const Comparison = () => {
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
