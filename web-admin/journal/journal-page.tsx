import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { CirclePause, Download, ScrollText, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { JournalRow } from '../../modules/audit/contract.ts'
import { useAsOf } from '../domain/api/as-of.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { now, today } from '../domain/api/network-clock.ts'
import { eventTypes, kindOf } from '../domain/history/event-icons.ts'
import {
  daysOf,
  filterOf,
  isFiltered,
  isOneThing,
  type JournalFilter,
  journalFile,
  kindsOfThings,
  queryOf,
  readJournal,
  thingOf,
} from '../domain/history/journal.ts'
import { byWhom, Line, momentOf } from '../domain/history/timeline.tsx'
import { useKeys, usePeople } from '../domain/network/calls.ts'
import { nameOf } from '../domain/network/person-words.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { useUser } from '../domain/session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { button } from '../ui/button.css.ts'
import { Button, PlainButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { saveFile } from '../ui/files.ts'
import { changed, listWords, pageOf } from '../ui/list-params.ts'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { Paged } from '../ui/paged.tsx'
import { EmptyState } from '../ui/states.tsx'
import { hidden, muted, onScreen } from '../ui/text.css.ts'
import { AuditPackDialog } from './audit-pack-dialog.tsx'
import * as styles from './journal.css.ts'

const back = <BackLink href="/dashboard">Back to Dashboard</BackLink>
const PAGE_SIZE = 25
const kinds = eventTypes.map((type) => [type, kindOf(type)] as const).sort(([, a], [, b]) => a.localeCompare(b))

type Actor = readonly [actor: string, name: string]

/** The people and API keys to choose from, including the chosen one even if it no longer belongs to the network. */
const useActors = (chosen: string): readonly Actor[] => {
  const network = useUser()?.network?.id ?? ''
  const people = usePeople(network).data?.filter(({ status }) => status === 'active') ?? []
  const keys = useKeys(network).data ?? []
  const actors: Actor[] = [
    ['', 'Anybody'],
    ...people.map((person): Actor => [person.userId, nameOf(person)]),
    ...keys.map(({ id, name }): Actor => [`key:${id}`, `Key "${name}"`]),
    ['guest', 'Guests'],
    ['system', 'Vestry'],
  ]
  return actors.some(([actor]) => actor === chosen) ? actors : [...actors, [chosen, chosen.startsWith('key:') ? 'A former key' : 'A former user']]
}

type ControlsProps = { filter: JournalFilter; actors: readonly Actor[]; onChange: (values: Partial<JournalFilter>) => void }

const Controls = ({ filter, actors, onChange }: ControlsProps) => {
  const { actor, type, stream, from, to } = filter
  return (
    <>
      <SelectField label="By whom" value={actor} onChange={({ target }) => onChange({ actor: target.value })}>
        {actors.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="What" value={type} onChange={({ target }) => onChange({ type: target.value })}>
        <option value="">Everything</option>
        {kinds.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {type !== '' && !eventTypes.includes(type) && <option value={type}>{kindOf(type)}</option>}
      </SelectField>
      <SelectField label="About" value={isOneThing(stream) ? '' : stream} onChange={({ target }) => onChange({ stream: target.value })}>
        <option value="">{isOneThing(stream) ? 'One thing' : 'All things'}</option>
        {kindsOfThings.map(([value, plural]) => (
          <option key={value} value={value}>
            {plural}
          </option>
        ))}
      </SelectField>
      <TextField label="From" type="date" max={today()} value={from} onChange={({ target }) => onChange({ from: target.value })} />
      <TextField label="To" type="date" max={today()} value={to} onChange={({ target }) => onChange({ to: target.value })} />
    </>
  )
}

/** The stream that the journal is filtered by, for example 'one bill: Ann Miller'. The name comes from the rows. */
const onlyOne = (stream: string, rows: readonly JournalRow[], said = ''): string =>
  [`one ${thingOf({ stream, at: now() }).label.toLowerCase()}${said}`, rows[0]?.about?.name].filter(Boolean).join(': ')

type RowsProps = { rows: readonly JournalRow[]; onOnly: (stream: string) => void; only: string }

const Rows = ({ rows, onOnly, only }: RowsProps) => (
  <ol aria-label="Journal">
    {rows.map((row) => {
      const { label, href } = thingOf(row)
      return (
        <Line
          key={row.position}
          moment={{
            ...momentOf(row),
            href,
            about: isOneThing(only) ? null : (row.about?.name ?? null),
            who: isOneThing(only) ? (
              `${byWhom(row)} · ${label}`
            ) : (
              <>
                {byWhom(row)}
                <span className={onScreen}>{' · '}</span>
                <PlainButton className={onScreen} aria-label={`Only this ${label.toLowerCase()}, ${row.summary}`} onClick={() => onOnly(row.stream)}>
                  Only this {label.toLowerCase()}
                </PlainButton>
              </>
            ),
          }}
        />
      )
    })}
  </ol>
)

const Overseen = () => {
  const [address, setAddress] = useSearchParams()
  const shown = useAsOf()
  const filter = filterOf(address)
  const actors = useActors(filter.actor)
  const network = useUser()?.network?.name ?? ''
  const [packing, setPacking] = useState(false)
  const page = pageOf(address)
  const query = queryOf(filter, shown)
  const journal = useQuery({
    queryKey: ['journal', filter, page],
    queryFn: ({ signal }) => readJournal({ ...query, page, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const file = useMutation({ mutationFn: async () => saveFile('journal.csv', await journalFile(query, now())) })
  const change = (values: Partial<JournalFilter>) =>
    setAddress(changed(address, { ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || null])), page: null }))
  const clear = () => change({ actor: '', type: '', stream: '', from: '', to: '' })
  return (
    <>
      <PageHead
        title="Journal"
        back={back}
        actions={
          <Link href="/audit/unfolded" className={button()}>
            <CirclePause />
            Blocked Events
          </Link>
        }
      >
        Everything that happened in the network, newest first. A line links to its page as of then.
      </PageHead>
      <h2 className={hidden}>Events</h2>
      <search className={styles.controls}>
        <Controls filter={filter} actors={actors} onChange={change} />
        <div className={styles.files}>
          <Button icon={ShieldCheck} onClick={() => setPacking(true)}>
            Audit Pack
          </Button>
          <Button icon={Download} busy={file.isPending} busyText="Exporting..." onClick={() => file.mutate()}>
            Export CSV
          </Button>
        </div>
      </search>
      {packing && <AuditPackDialog network={network} onClose={() => setPacking(false)} />}
      {file.isError && <Banner tone="failure">{errorMessage(file.error, 'export', 'journal')}</Banner>}
      {isOneThing(filter.stream) && (
        <p className={classes(styles.only, onScreen)}>
          <span className={muted}>{`Only ${onlyOne(filter.stream, journal.data?.data ?? [], ' is shown')}.`}</span>
          <PlainButton onClick={() => change({ stream: '' })}>Show everything</PlainButton>
        </p>
      )}
      <Loaded query={journal} loading="Loading the journal..." rows={8} failed="Failed to load the journal" action="load" thing="journal">
        {(list) => (
          <Paged
            list={list}
            of="events"
            paper={listWords(
              {
                'By whom': filter.actor && new Map(actors).get(filter.actor),
                What: filter.type && kindOf(filter.type),
                About: isOneThing(filter.stream) ? onlyOne(filter.stream, list.data) : new Map(kindsOfThings).get(filter.stream),
                ...daysOf(filter),
              },
              'Newest first',
            )}
            onPage={(next) => setAddress(changed(address, { page: next === 1 ? null : String(next) }))}
            empty={
              <EmptyState level={3} icon={ScrollText} title="No events" action={isFiltered(filter) && <Button onClick={clear}>Clear Filters</Button>}>
                {isFiltered(filter) ? 'No event matches these filters.' : 'Every change in the network is recorded here.'}
              </EmptyState>
            }
          >
            {(rows) => <Rows rows={rows} only={filter.stream} onOnly={(stream) => change({ stream })} />}
          </Paged>
        )}
      </Loaded>
    </>
  )
}

/** The network's journal, for those who oversee it; the address holds its filters. */
export const JournalPage = () => (useOversees() ? <Overseen /> : <NotAllowed title="Journal" back={back} action="view" thing="journal" />)
