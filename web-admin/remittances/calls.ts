import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Member } from '../../modules/payors/contract.ts'
import type { NewRemittance, Remittance } from '../../modules/remittances/contract.ts'
import type { DataOf } from '../../modules/shared/api.ts'
import { ApiError, type CallOptions, post } from '../domain/api/client.ts'
import { useCommand } from '../domain/command.ts'
import { noteChange } from '../domain/live/changes.ts'
import { useData, usePageOf } from '../domain/queries.ts'
import { type OfferedBill, offeredIn } from './draft.ts'

const MOST = 8

/** The payors that match the words, by name. */
export const useFoundPayors = (search: string) =>
  usePageOf<Member>(['members', 'found', search], '/members', { search, pageSize: MOST }, { enabled: search !== '' })

/** The bills that match the words, those with the most open first. */
export const useFoundBills = (search: string) =>
  usePageOf<Bill>(
    ['bills', 'found', search],
    '/assessment-bills',
    { search, pageSize: MOST, orderBy: 'balance', order: 'desc' },
    { enabled: search !== '' },
  )

/** The open bills of a payor, and of the members of a congregation, first due first. */
export const useOpenBills = (payorId: string | undefined) =>
  useData<Bill[]>(['member', payorId, 'open-bills'], `/members/${payorId}/open-bills`, { enabled: payorId !== undefined })

const send = async (body: NewRemittance, options: CallOptions = {}): Promise<Remittance> =>
  (await post<DataOf<Remittance>>('/remittances', body, options)).data

/** The remittance as it would be recorded. */
export const usePreview = (body: NewRemittance | null) =>
  useQuery({
    queryKey: ['remittances', 'preview', body],
    queryFn: ({ signal }) => send({ ...(body as NewRemittance), dryRun: true }, { signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })

export type UnknownCode = Readonly<{ code: string; why: string }>
export type FoundByCode = Readonly<{ bills: readonly OfferedBill[]; unknown: readonly UnknownCode[] }>

type Named = Readonly<{ billId: string } | { code: string }>
const wordOf = (named: Named): string => ('code' in named ? named.code : named.billId)

/** The places in the list that an error names. An archived bill is named by its code. */
const refusedIn = (error: unknown, named: readonly Named[]): ReadonlyMap<number, string> => {
  if (!(error instanceof ApiError)) return new Map()
  const places = error.issues.flatMap(({ path, message }): [number, string][] => {
    const place = /^allocations\.(\d+)$/.exec(path)?.[1]
    return place === undefined ? [] : [[Number(place), message]]
  })
  const byCode = named.findIndex((one) => error.code === 'not-allowed' && error.message.includes(wordOf(one)))
  return new Map(byCode < 0 ? places : [...places, [byCode, error.message]])
}

const CENT = 0.01

/**
 * Finds bills by a dry run that pays a cent on each. The bills that the server refuses, and those without an open
 * balance, are named.
 */
export const findBills = async (named: readonly Named[], unknown: readonly UnknownCode[] = []): Promise<FoundByCode> => {
  if (named.length === 0) return { bills: [], unknown }
  try {
    const allocations = named.map((one) => ({ ...one, amount: CENT }))
    const found = await send({ amount: Math.round(named.length) / 100, method: 'other', allocations, dryRun: true })
    const bills = found.allocations.map(offeredIn).filter(({ balance }) => balance > 0)
    const words = new Set(bills.flatMap(({ id, code }) => [id, code]))
    const paid = named.map(wordOf).filter((word) => !words.has(word))
    return { bills, unknown: [...unknown, ...paid.map((code) => ({ code, why: `Bill ${code} has nothing open.` }))] }
  } catch (error) {
    const refused = refusedIn(error, named)
    if (refused.size === 0) throw error
    const more = [...refused].flatMap(([place, why]) => (named[place] ? [{ code: wordOf(named[place]), why }] : []))
    return findBills(
      named.filter((_, place) => !refused.has(place)),
      [...unknown, ...more],
    )
  }
}

export const useRecord = () =>
  useCommand((body: NewRemittance, once) => send(body, once), {
    done: (client) => noteChange(client, { kind: 'remittance', id: null }),
  })

export const useRemittance = (id: string) => useData<Remittance>(['remittances', id], `/remittances/${id}`)

export const useReverse = (id: string) =>
  useCommand(
    async (body: { reason: string; billIds: readonly string[] }, once) =>
      (await post<DataOf<Remittance>>(`/remittances/${id}/reversals`, body, once)).data,
    {
      done: (client, reversed) => {
        client.setQueryData(['remittances', id], reversed)
        noteChange(client, { kind: 'remittance', id })
      },
      rereads: [['remittances', id, 'history']],
    },
  )
