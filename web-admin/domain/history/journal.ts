import type { Journal, JournalRow } from '../../../modules/audit/contract.ts'
import { dayNamed, formatDay } from '../../../modules/kernel/dates.ts'
import type { ListOf } from '../../../modules/shared/api.ts'
import { CSV_MARK, csvLine } from '../../../modules/shared/csv.ts'
import { addressAsOf } from '../api/as-of.ts'
import { get, type Query } from '../api/client.ts'
import { formatMinuteOf, momentOf } from '../api/network-clock.ts'
import { changesOf } from './history-words.ts'

export const readJournal = (query: Query, signal?: AbortSignal): Promise<ListOf<JournalRow>> =>
  get<Journal>('/audit/events', { query, ...(signal ? { signal } : {}) })

/** The filter in the address. */
export type JournalFilter = Readonly<{ actor: string; type: string; stream: string; from: string; to: string }>
export const filterOf = (search: URLSearchParams): JournalFilter => {
  const named = (name: string) => search.get(name) ?? ''
  return { actor: named('actor'), type: named('type'), stream: named('stream'), from: named('from'), to: named('to') }
}
export const isFiltered = (filter: JournalFilter): boolean => Object.values(filter).some((value) => value !== '')

/** The filter's first and last day, formatted. */
export const daysOf = ({ from, to }: JournalFilter): Readonly<Record<'From' | 'To', string | null>> => {
  const [first, last] = [dayNamed(from), dayNamed(to)]
  return { From: first && formatDay(first), To: last && formatDay(last) }
}

/** The call's parameters: days in the network's time zone, up to the moment shown. */
export const queryOf = ({ from, to, ...filter }: JournalFilter, shown: string | null): Query => {
  const [first, last] = [dayNamed(from), dayNamed(to)]
  const ends = [last && momentOf(last, null), shown].filter((end) => end !== null).sort()
  return { ...filter, from: first && momentOf(first, '00:00'), to: ends[0] ?? null }
}

const things: Readonly<Record<string, readonly [label: string, page?: (id: string) => string]>> = {
  bill: ['Bill', (id) => `/payors/bills/${id}`],
  program: ['Program', (id) => `/assessments/${id}`],
  campaign: ['Campaign', (id) => `/assessments/${id}`],
  member: ['Payor', (id) => `/members/${id}`],
  profile: ['Payment profile', () => '/settings/payments'],
  network: ['Network', () => '/settings/network'],
  run: ['Campaign run'],
  upload: ['Upload'],
  message: ['Mail'],
  reminders: ['Unsubscription'],
  visits: ['Access record'],
  mending: ['Quarantined event', () => '/audit/unfolded'],
  payout: ['Payout', (id) => `/payouts/${id}`],
  deposit: ['Deposit', (id) => `/deposits/${id}`],
  bankline: ['Bank line'],
  statement: ['Bank statement'],
}
/** Categories of records whose pages can show an earlier moment. */
const KEPT = ['bill', 'program', 'campaign', 'member']

export const kindsOfThings: readonly (readonly [stream: string, plural: string])[] = Object.entries(things).map(([kind, [label]]) => [
  kind,
  `${label}s`,
])

/** True if the filter names a single stream and not a category. */
export const isOneThing = (stream: string): boolean => stream.includes('-')

type Thing = Readonly<{ label: string; href?: string }>

const parted = (stream: string): readonly [kind: string, id: string] => {
  const cut = stream.indexOf('-')
  return [stream.slice(0, cut), stream.slice(cut + 1)]
}

/** The record that a row is about, and the record's page as of that moment. */
export const thingOf = ({ stream, about, at }: Pick<JournalRow, 'stream' | 'at'> & Partial<Pick<JournalRow, 'about'>>): Thing => {
  const [own] = parted(stream)
  const [label] = things[own] ?? [own]
  // Runs, uploads and mails have no page, so the row links to their program or payor.
  const [kind, id] = parted(about?.stream ?? stream)
  const page = things[kind]?.[1]
  return page ? { label, href: addressAsOf(page(id), KEPT.includes(kind) ? at : null) } : { label }
}

/** The largest page that the call allows. */
const PAGE = 100

/** All rows that match the filter as CSV, newest first. New events do not move the pages, since `to` is fixed. */
export const journalFile = async (query: Query, now: string): Promise<Blob> => {
  const lines = [csvLine(['Moment', 'By', 'Cause', 'What', 'Thing', 'Name', 'Changes', 'Reason', 'Event', 'Stream'])]
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, pagination } = await readJournal({ ...query, to: query.to ?? now, page, pageSize: PAGE })
    pages = pagination.totalPages
    for (const row of data) {
      const changes = changesOf(row).map(({ what, from, to }) => [what, from, from === null ? null : '→', to ?? 'none'].filter(Boolean).join(' '))
      lines.push(
        csvLine([
          formatMinuteOf(row.at),
          row.actor.name,
          row.cause,
          row.summary,
          thingOf(row).label,
          row.about?.name ?? null,
          changes.join('; ') || null,
          row.reason,
          row.type,
          row.stream,
        ]),
      )
    }
  }
  return new Blob([CSV_MARK, ...lines], { type: 'text/csv;charset=utf-8' })
}
