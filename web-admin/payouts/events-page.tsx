import { CircleCheck } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { Loaded } from '../domain/api/loaded.tsx'
import { SelectField } from '../ui/field.tsx'
import { filters } from '../ui/filters.css.ts'
import { changed, pageOf } from '../ui/list-params.ts'
import { Paged } from '../ui/paged.tsx'
import { EmptyState } from '../ui/states.tsx'
import { hidden } from '../ui/text.css.ts'
import { useStripeEvents } from './calls.ts'
import { EventsList } from './events-list.tsx'
import { PayoutsFrame } from './payouts-frame.tsx'

const Events = () => {
  const [address, setAddress] = useSearchParams()
  const failed = address.get('show') !== 'all'
  const events = useStripeEvents(pageOf(address), failed)
  return (
    <>
      <h2 className={hidden}>Events</h2>
      <search className={filters}>
        <SelectField
          bare
          label="Show"
          value={failed ? 'failed' : 'all'}
          onChange={({ target: { value } }) => setAddress(changed(address, { show: value === 'all' ? value : null, page: null }))}
        >
          <option value="failed">Failed events</option>
          <option value="all">All events</option>
        </SelectField>
      </search>
      <Loaded query={events} loading="Loading events..." rows={6} failed="Failed to load events" action="load" thing="event">
        {(list) => (
          <Paged
            list={list}
            onPage={(page) => setAddress(changed(address, { page: page === 1 ? null : String(page) }))}
            of="events"
            paper={[failed ? 'Failed events' : 'All events', 'Order: Newest first']}
            empty={
              <EmptyState level={3} icon={CircleCheck} title={failed ? 'Nothing has failed' : 'No events yet'}>
                {failed ? 'Every event from Stripe was processed.' : 'Events from Stripe about your payments, payouts and accounts are listed here.'}
              </EmptyState>
            }
          >
            {(rows) => <EventsList events={rows} />}
          </Paged>
        )}
      </Loaded>
    </>
  )
}

/** The Stripe events of the network's accounts: the failed ones, or all. */
export const StripeEventsPage = () => (
  <PayoutsFrame here="/payouts/events" about="Events from Stripe and their results. Failed events are retried automatically for about three days.">
    <Events />
  </PayoutsFrame>
)
