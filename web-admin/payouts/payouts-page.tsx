import { Download, Landmark } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { apiUrl } from '../domain/api/address.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { pageOf } from '../ui/page-of.ts'
import { Paged } from '../ui/paged.tsx'
import { changed } from '../ui/search-params.ts'
import { sectionHead } from '../ui/text.css.ts'
import { usePayouts } from './calls.ts'
import { Comparison } from './comparison.tsx'
import * as styles from './payouts.css.ts'
import { PayoutsFrame } from './payouts-frame.tsx'
import { PayoutsList } from './payouts-list.tsx'

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
                Stripe sends card payments and bank debits to your bank a few days after they were paid, and each payout then stands here.
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

/** What Stripe has sent to the bank, and whether its books agree with the recorded payments. */
export const PayoutsPage = () => (
  <PayoutsFrame here="/payouts" about="What Stripe has sent to your bank, and what each payout is made of.">
    <Comparison />
    <AllPayouts />
  </PayoutsFrame>
)
