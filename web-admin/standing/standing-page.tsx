import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { EventAnswer, SetAsideEvent, Unfolded, UnfoldedEvent } from '../../modules/audit/contract.ts'
import { post } from '../domain/api/client.ts'
import { formMessage } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatMinuteOf } from '../domain/api/network-clock.ts'
import { useCommand } from '../domain/command.ts'
import { iconOf, kindOf } from '../domain/history/event-icons.ts'
import { thingOf } from '../domain/history/journal.ts'
import { asOfWords, correctionOf, shownBy } from '../domain/history/standing-words.ts'
import { Line } from '../domain/history/timeline.tsx'
import { useMayChange, useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { AskReason } from '../ui/ask-reason.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card, type Fact } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { sectionHead, small } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { useStanding } from './calls.ts'
import * as styles from './standing.css.ts'

/** Asks for a reason before an event is left out for good (R111). */
const SetAsideDialog = ({ event, onClose }: { event: UnfoldedEvent; onClose: () => void }) => {
  const toast = useToast()
  const call = useCommand(
    async (reason: string) => (await post<EventAnswer>(`/audit/unfolded/${event.eventId}/set-aside`, { reason })).data,
    // All that stood still shows more now.
    { done: (client) => client.invalidateQueries() },
  )
  // Also when it was the last, and all of this is gone by the time that the answer comes. A failure stands in `call.error`.
  const setAside = (reason: string) =>
    void call.mutateAsync(reason).then(
      ({ goesOn }) => {
        toast(goesOn ? 'The event is set aside, and everything goes on' : 'The event is set aside. What stands still goes on in a moment')
        onClose()
      },
      () => {},
    )
  return (
    <AskReason
      title="Set Event Aside"
      subject={[kindOf(event.type), event.about?.name].filter(Boolean).join(' · ')}
      action="Set Aside"
      look="danger"
      busy={call.isPending}
      busyText="Setting aside..."
      failure={call.isError ? formMessage(call.error, 'set aside', 'event') : null}
      hint="Everybody who reads the journal reads it."
      onReason={setAside}
      onClose={onClose}
    >
      {shownBy(event.projections)} go on without this event, for good: no later version brings it back. It stays in the journal, with your name and
      your reason. {correctionOf(event)}
    </AskReason>
  )
}

const back = <BackLink href="/journal">Back to Journal</BackLink>
const TITLE = 'Standing still'

type OfThing = Pick<UnfoldedEvent, 'stream' | 'about' | 'at'>

/** The page of what an event is about, as it is now. */
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
  ['Stands still', shownBy(event.projections)],
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
                {event.problem} It is tried again by itself, and goes on by itself once a version of Vestry can read it. If you know what it should
                have been, set it aside. {correctionOf(event)}
              </>
            }
            {...(mayChange && {
              foot: (
                <Button look="ghost" icon={iconOf('EventSetAside')} onClick={() => setAsked(event)} aria-label={`Set aside, ${event.summary}`}>
                  Set Aside
                </Button>
              ),
            })}
          />
        ))}
      </ul>
      {asked && <SetAsideDialog event={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const SetAside = ({ events }: { events: readonly SetAsideEvent[] }) => (
  <section aria-labelledby="set-aside" className={styles.section}>
    <div className={sectionHead}>
      <h2 id="set-aside">Set aside</h2>
    </div>
    <ol aria-label="Set aside">
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
            who: `${event.actor.name}, so that ${shownBy(event.projections).toLowerCase()} could go on`,
            why: event.reason,
            changes: [],
            more: <p className={small}>{correctionOf(event)}</p>,
          }}
        />
      ))}
    </ol>
  </section>
)

const Standing = ({ data: { shown, standing, setAside } }: { data: Unfolded }) => (
  <>
    <section aria-labelledby="standing" className={styles.section}>
      <h2 id="standing">Events that cannot be read</h2>
      {shown.map((one) => (
        <Banner key={one.projection} tone="warning" title={asOfWords(one)}>
          {one.own
            ? 'What was recorded since is safe, and shows once this is mended. No wrong figure is shown meanwhile.'
            : 'The cause lies outside of this network, and whoever runs this installation is told of it. What was recorded since is safe.'}
        </Banner>
      ))}
      {standing.length > 0 && <Events events={standing} />}
      {standing.length === 0 && shown.length === 0 && (
        <EmptyState level={3} icon={CircleCheck} title="Nothing stands still">
          Everything that was recorded can be read, and is shown.
        </EmptyState>
      )}
    </section>
    {setAside.length > 0 && <SetAside events={setAside} />}
  </>
)

const Overseen = () => {
  const query = useStanding()
  return (
    <>
      <PageHead title={TITLE} back={back}>
        An event that cannot be read stops what would show it, so that no wrong figure is shown.
      </PageHead>
      <Loaded query={query} loading="Looking at what stands still..." rows={4} failed="Failed to load what stands still" action="load" thing="event">
        {(data) => <Standing data={data} />}
      </Loaded>
    </>
  )
}

/** What stands still in the network because of an event, for those who oversee it, and how an Admin mends it (R110, R111). */
export const StandingPage = () => (useOversees() ? <Overseen /> : <NotAllowed title={TITLE} back={back} action="view" thing="event" />)
