import type { Deposit, ListedDeposit, NewDeposit } from '../../modules/deposits/contract.ts'
import type { NewRemittance, Remittance } from '../../modules/remittances/contract.ts'
import type { DataOf } from '../../modules/shared/api.ts'
import { post } from '../domain/api/client.ts'
import { putVersioned } from '../domain/api/versioned.ts'
import { useCommand } from '../domain/command.ts'
import { noteChange } from '../domain/live/changes.ts'
import { usePageOf, useVersioned } from '../domain/queries.ts'

export const depositPage = (id: string): string => `/deposits/${encodeURIComponent(id)}`

export const useDeposits = (page: number, status: ListedDeposit['status'] | null) =>
  usePageOf<ListedDeposit>(['deposits', { page, status }], '/deposits', { page, status })

export const useDeposit = (id: string) => useVersioned<DataOf<Deposit>>(['deposits', id], `/deposits/${encodeURIComponent(id)}`)

export const useOpenDeposit = () =>
  useCommand(async (body: NewDeposit, once) => (await post<DataOf<Deposit>>('/deposits', body, once)).data, { rereads: [['deposits']] })

export const useChangeDeposit = (id: string) =>
  useCommand(
    async ({ etag, ...body }: NewDeposit & { etag: string | null }) =>
      (await putVersioned<DataOf<Deposit>>(`/deposits/${encodeURIComponent(id)}`, body, etag)).value.data,
    { rereads: [['deposits']] },
  )

export const useCloseDeposit = (id: string) =>
  useCommand(
    async (reason: string | null, once) => (await post<DataOf<Deposit>>(`/deposits/${encodeURIComponent(id)}/close`, { reason }, once)).data,
    {
      rereads: [['deposits']],
      refused: true,
    },
  )

export const useReopenDeposit = (id: string) =>
  useCommand(async (reason: string, once) => (await post<DataOf<Deposit>>(`/deposits/${encodeURIComponent(id)}/reopen`, { reason }, once)).data, {
    rereads: [['deposits']],
    refused: true,
  })

/** Records a payment in a deposit. The cursor goes on to the next one before the lists are read again. */
export const useEnter = () =>
  useCommand(async (body: NewRemittance, once) => (await post<DataOf<Remittance>>('/remittances', body, once)).data, {
    rereads: [['deposits']],
    waits: false,
    done: (client) => noteChange(client, { kind: 'remittance', id: null }),
  })
