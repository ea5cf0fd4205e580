import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { EventAnswer, QuarantinedEvent, Unfolded, UnfoldedEvent } from '../../modules/audit/contract.ts'
import { post } from '../domain/api/client.ts'
import { formMessage } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatMinuteOf } from '../domain/api/network-clock.ts'
import { useCommand } from '../domain/command.ts'
import { asOfWords, correctionOf, shownBy } from '../domain/history/blocked-words.ts'
import { iconOf, kindOf } from '../domain/history/event-icons.ts'
import { thingOf } from '../domain/history/journal.ts'
import { Line } from '../domain/history/timeline.tsx'
import { useMayChange, useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { AskReason } from '../ui/ask-reason.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card, type Fact } from '../ui/card.tsx'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { EmptyState } from '../ui/states.tsx'
import { sectionHead, small } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import * as styles from './blocked.css.ts'
import { useBlocked } from './blocked-banner.tsx'

/** Asks for a reason before an event is left out for good (R111). */
const QuarantineDialog = ({ event, onClose }: { event: UnfoldedEvent; onClose: () => void }) => {
  const toast = useToast()
  const call = useCommand(
    async (reason: string) => (await post<EventAnswer>(`/audit/unfolded/${event.eventId}/set-aside`, { reason })).data,
    // Reads everything again, since pages that were blocked now show more.
    { done: (client) => client.invalidateQueries() },
  )
  // Not `mutate`: after the last event, this dialog may unmount before the answer comes. `call.error` shows a failure.
  const quarantine = (reason: string) =>
    void call.mutateAsync(reason).then(
      ({ goesOn }) => {
        toast(
          goesOn
            ? 'The event is quarantined. All pages are up to date again'
            : 'The event is quarantined. Pages will be up to date again in a moment',
        )
        onClose()
      },
      () => {},
    )
  return (
    <AskReason
      title="Quarantine Event"
      subject={[kindOf(event.type), event.about?.name].filter(Boolean).join(' · ')}
      action="Quarantine"
      variant="danger"
      busy={call.isPending}
      busyText="Quarantining..."
      failure={call.isError ? formMessage(call.error, 'quarantine', 'event') : null}
      hint="Everyone who can see the journal will see this reason."
      onReason={quarantine}
      onClose={onClose}
    >
      {shownBy(event.projections)} permanently leave out this event. No later version of Vestry will bring it back. It stays in the journal, with your
      name and your reason. {correctionOf(event)}
    </AskReason>
  )
}

const back = <BackLink href="/journal">Back to Journal</BackLink>
const TITLE = 'Blocked events'

type OfThing = Pick<UnfoldedEvent, 'stream' | 'about' | 'at'>

/** The page that shows the current state of the record that an event is about. */
const pageOf = ({ stream, about, at }: OfThing): string | undefined => thingOf({ stream, about, at }).href?.split('?')[0]

const thingOfEvent = (event: OfThing): ReactNode => {
  const { label } = thingOf(event)
  const href = pageOf(event)
  const name = event.about ? `${label}: ${event.about.name}` : label
  return href === undefined ? name : <Link href={href}>{name}</Link>
}

const factsOf = (event: UnfoldedEvent): Fact[] => [
  ['About', thingOfEvent(event)],
  ['Recorded', formatMinuteOf(event.at)],
  ['Blocked', shownBy(event.projections)],
  ['Since', formatMinuteOf(event.since)],
  ['Last tried', formatMinuteOf(event.triedAt)],
  [
    'Event',
    <code key="id" className={styles.id}>
      {event.eventId}
    </code>,
  ],
]

const Events = ({ events }: { events: readonly UnfoldedEvent[] }) => {
  const mayChange = useMayChange()
  const [asked, setAsked] = useState<UnfoldedEvent | null>(null)
  return (
    <>
      <ul className={styles.cards}>
        {events.map((event) => (
          <Card
            key={event.eventId}
            title={event.summary}
            facts={factsOf(event)}
            note={
              <>
                {event.problem} Vestry retries it automatically, and a later version may be able to read it. If you can correct its effect by hand,
                quarantine it. {correctionOf(event)}
              </>
            }
            {...(mayChange && {
              foot: (
                <Button variant="ghost" icon={iconOf('EventSetAside')} onClick={() => setAsked(event)} aria-label={`Quarantine ${event.summary}`}>
                  Quarantine
                </Button>
              ),
            })}
          />
        ))}
      </ul>
      {asked && <QuarantineDialog event={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const QuarantinedList = ({ events }: { events: readonly QuarantinedEvent[] }) => (
  <section aria-labelledby="quarantined" className={styles.section}>
    <div className={sectionHead}>
      <h2 id="quarantined">Quarantined events</h2>
    </div>
    <ol aria-label="Quarantined events">
      {events.map((event) => (
        <Line
          key={`${event.eventId} ${event.at}`}
          moment={{
            key: event.eventId,
            at: event.at,
            icon: iconOf('EventSetAside'),
            kind: '',
            person: event.actor.name,
            title: kindOf(event.type),
            href: pageOf(event),
            about: event.about?.name ?? null,
            who: `${event.actor.name}, so that ${shownBy(event.projections).toLowerCase()} could be updated again`,
            why: event.reason,
            changes: [],
            more: <p className={small}>{correctionOf(event)}</p>,
          }}
        />
      ))}
    </ol>
  </section>
)

const BlockedEvents = ({ data: { shown, standing, setAside: quarantine } }: { data: Unfolded }) => (
  <>
    <section aria-labelledby="blocked" className={styles.section}>
      <h2 id="blocked">Events that cannot be read</h2>
      {shown.map((one) => (
        <Banner key={one.projection} tone="warning" title={asOfWords(one)}>
          {one.own
            ? 'Everything recorded since then is safe, and will be shown once this is repaired. Until then, no wrong figure is shown.'
            : 'The problem is not in your network. The operator of this installation has been notified. Everything recorded since then is safe.'}
        </Banner>
      ))}
      {standing.length > 0 && <Events events={standing} />}
      {standing.length === 0 && shown.length === 0 && (
        <EmptyState level={3} icon={CircleCheck} title="No blocked events">
          Every recorded event can be read, and all pages are up to date.
        </EmptyState>
      )}
    </section>
    {quarantine.length > 0 && <QuarantinedList events={quarantine} />}
  </>
)

const Overseen = () => {
  const query = useBlocked()
  return (
    <>
      <PageHead title={TITLE} back={back}>
        If an event cannot be read, the pages that depend on it stop updating, so that no wrong figure is shown.
      </PageHead>
      <Loaded query={query} loading="Loading the blocked events..." rows={4} failed="Failed to load the blocked events" action="load" thing="event">
        {(data) => <BlockedEvents data={data} />}
      </Loaded>
    </>
  )
}

/**
 * The blocked events of the network, for Admins and Auditors, with the dialog in which an Admin quarantines one (R110,
 * R111).
 */
export const BlockedPage = () => (useOversees() ? <Overseen /> : <NotAllowed title={TITLE} back={back} action="view" thing="event" />)
