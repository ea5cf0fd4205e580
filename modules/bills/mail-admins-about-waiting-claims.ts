import { type Instant, instantOf } from '../kernel/dates.ts'
import type { BillId, NetworkId, UserId } from '../kernel/ids.ts'
import { eachInTurn } from '../platform/each-in-turn.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { renderLetter } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { reaction } from '../platform/process.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { billEvents, billStream } from './events.ts'
import { billHandler, type SettleRemittance } from './handle-bill.ts'
import { waitingClaimsLetter } from './letters.ts'

/** The age of a claim at which the Admins get a mail (R65). */
const PATIENCE_MS = 7 * 86_400_000
const since = (at: Instant): Instant => instantOf(Date.parse(at) - PATIENCE_MS)

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'tell-admins-about-claims': Readonly<{ networkId: NetworkId; cause: string }>
    'mail-waiting-claims': Readonly<{ networkId: NetworkId; userId: UserId; messageId: string }>
  }
}

/** Sends every Admin one mail about all claims that have waited for a week. */
export const mailAdminsAboutWaitingClaims = reaction(billEvents, {
  name: 'tell-admins-about-waiting-claims',
  categories: ['bill'],
  reactsTo: ['PaymentClaimOverdue'],
  jobsFor: (events) =>
    events.map(({ id, data: { networkId } }): Job => {
      return { task: 'tell-admins-about-claims', payload: { networkId, cause: id }, key: `waiting claims/${networkId}` }
    }),
})

/** Records that a claim has waited too long, once for each claim. May be repeated. */
export const noteWaitingClaims =
  (
    { store, settleRemittance }: Readonly<{ store: EventStore; settleRemittance: SettleRemittance }>,
    waitingClaims: (since: Instant) => Promise<readonly BillId[]>,
  ) =>
  async (at: Instant): Promise<void> => {
    const { handle } = billHandler(store, settleRemittance)
    await eachInTurn(await waitingClaims(since(at)), (billId) =>
      handle(billStream(billId), { type: 'NoteWaitingClaim', billId }, { actor: 'system:calendar', at, cause: `waiting claim ${billId} ${at}` }),
    )
  }

export type WaitingDependencies = Readonly<{
  now: () => Instant
  send: SendMail
  baseUrl: () => string
  addJob: (job: Job) => Promise<void>
  countWaitingClaims: (networkId: NetworkId, since: Instant) => Promise<number>
  accountsOfAdmins: (networkId: NetworkId) => Promise<readonly Readonly<{ id: UserId; email: string; firstName: string }>[]>
}>

export const waitingClaimTasks = ({
  now,
  send,
  baseUrl,
  addJob,
  countWaitingClaims,
  accountsOfAdmins,
}: WaitingDependencies): Pick<Tasks, 'tell-admins-about-claims' | 'mail-waiting-claims'> => ({
  'tell-admins-about-claims': async ({ networkId, cause }) => {
    if ((await countWaitingClaims(networkId, since(now()))) === 0) return
    for (const { id } of await accountsOfAdmins(networkId)) {
      const messageId = uuidV5(`waiting claims/${cause}/${id}`)
      await addJob({ task: 'mail-waiting-claims', payload: { networkId, userId: id, messageId }, key: `mail/${messageId}` })
    }
  },
  'mail-waiting-claims': async ({ networkId, userId, messageId }) => {
    const admin = (await accountsOfAdmins(networkId)).find(({ id }) => id === userId)
    // Claims may have been decided while the mail waited, so they are counted again.
    const count = admin ? await countWaitingClaims(networkId, since(now())) : 0
    if (!admin || count === 0) return
    await send({ to: admin.email, messageId, ...renderLetter(waitingClaimsLetter(admin.firstName, count, `${baseUrl()}/payors/claims`)) })
  },
})
