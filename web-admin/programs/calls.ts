import { useQuery } from '@tanstack/react-query'
import type { Verification } from '../../modules/identity/contract.ts'
import type { Network } from '../../modules/networks/contract.ts'
import type { Program, Repriced } from '../../modules/programs/contract.ts'
import type { DataOf } from '../../modules/shared/api.ts'
import { get, post, put } from '../domain/api/client.ts'
import { shownNetwork } from '../domain/api/tab-network.ts'
import { putVersioned, type Versioned } from '../domain/api/versioned.ts'
import { useCommand } from '../domain/command.ts'
import { reloadProgram, useOnProgram } from '../domain/program/calls.ts'
import { dataOf } from '../domain/queries.ts'
import { useEnter } from '../domain/session/session.ts'
import type { ProgramBody } from './program-values.ts'

/** The networks in which the user may create programs. */
export const useNetworks = () =>
  useQuery({ ...dataOf<Network[]>(['networks'], '/networks'), select: (networks) => networks.filter(({ role }) => role === 'Admin') })

export const useCreateProgram = () => {
  const enter = useEnter()
  return useCommand(
    ({ networkId, body }: { networkId: string; body: ProgramBody }, once) => post<Program>(`/networks/${networkId}/assessments`, body, once),
    {
      done: async (client, { network }) => {
        if (network.id === shownNetwork()) return client.invalidateQueries()
        // If the program was created in another network, that network is now the current one.
        const { user } = await get<Verification>('/auth/verify')
        if (user) enter(user)
      },
    },
  )
}

/** A change based on the version that the page shows. The answer is shown at once. */
const useOnVersion = <Input extends { etag: string | null }>(id: string, call: (input: Input) => Promise<Versioned<Program>>) =>
  useCommand(call, {
    done: (client, program) => {
      client.setQueryData(['program', id], program)
      void reloadProgram(client, id)
    },
  })

export const useUpdateProgram = (id: string) =>
  useOnVersion(id, ({ body, etag }: { body: ProgramBody; etag: string | null }) => putVersioned<Program>(`/assessments/${id}`, body, etag))

export const useOfferPlans = (id: string) =>
  useOnVersion(id, async ({ counts, etag: version }: { counts: Program['plans']; etag: string | null }) => {
    const { value, etag } = await putVersioned<DataOf<Program>>(`/assessment-programs/${id}/plans`, { counts }, version)
    return { value: value.data, etag }
  })

/** Cannot be undone. */
export const useAttachProfile = (id: string) =>
  // Also issues the bills of members uploaded before, so the figures change too.
  useOnProgram(id, async (paymentProfileId: string) => {
    try {
      return await put<DataOf<Program>>(`/assessment-programs/${id}/payment-profile`, { paymentProfileId })
    } catch (error) {
      console.error('Attaching the payment profile failed', error)
      throw error
    }
  })

export type NextStatus = 'Completed' | 'Active' | 'Archived'

export const useChangeProgramStatus = (id: string) =>
  useOnProgram(id, (status: NextStatus) => put<DataOf<Program>>(`/assessment-programs/${id}/status`, { status }))

const reprice = async (id: string, dryRun: boolean) => (await post<DataOf<Repriced>>(`/assessment-programs/${id}/reprice`, { dryRun })).data

/** A preview of a re-price. */
export const useRepricePreview = (id: string) => useQuery({ queryKey: ['reprice', id], queryFn: () => reprice(id, true), staleTime: 0, gcTime: 0 })

/** Sets the program's new amount on its unpaid bills (R40). */
export const useReprice = (id: string) => useOnProgram(id, () => reprice(id, false))
