import type { Instant } from '../kernel/dates.ts'
import type { BillId, MandateId } from '../kernel/ids.ts'
import { eachInTurn } from '../platform/each-in-turn.ts'
import { signedLinks } from '../platform/http/signed-links.ts'
import type { Tasks } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { Process } from '../platform/process.ts'
import { type Attempts, type ChargingDependencies, openCharging } from './charging.ts'
import type { EndReason, ToNotice } from './contract.ts'
import { mandateStream } from './events.ts'
import { type AutopayLinkPageDependencies, autopayLinkPages } from './link-pages.ts'
import { type AutopayMailDependencies, autopayMailTasks, mailPayorsAboutAutopay } from './mail-payors-about-autopay.ts'
import { type AutopayRouteDependencies, autopayActs, autopayRoutes } from './routes.ts'

const EVERY_MS = 60_000
/** The charges under way at the same time: each waits for Stripe most of the time. */
const AT_ONCE = 8

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    autopay: Readonly<Record<never, never>>
  }
}

export type AutopayNeeds = Platform &
  Pick<ChargingDependencies, 'programOf' | 'timeZoneOf'> &
  Pick<AutopayMailDependencies, 'accountById' | 'mailNamesOf'> &
  Omit<AutopayLinkPageDependencies, 'programNameOf'> &
  Omit<AutopayRouteDependencies, 'charging' | 'links' | 'limiter'> &
  Readonly<{
    attempts: Attempts
    billById: (id: BillId) => Promise<Readonly<{ shown: Readonly<{ program: Readonly<{ name: string }> }> }> | null>
    billsToNotice: (now: Instant) => Promise<readonly ToNotice[]>
    chargesDue: (now: Instant) => Promise<readonly ToNotice[]>
    mandatesToEnd: () => Promise<readonly Readonly<{ mandateId: MandateId; because: EndReason }>[]>
    mandatesOfMethod: (methodId: string) => Promise<readonly MandateId[]>
  }>

export const autopayProcesses: readonly Process[] = [mailPayorsAboutAutopay]

/** Autopay: bills that are charged to a saved card or bank account on their due dates (R134 to R137). */
export const openAutopay = (needs: AutopayNeeds) => {
  const { now, keys, locks, personal, addJob, billById, billsToNotice, chargesDue, mandatesToEnd, mandatesOfMethod } = needs
  const charging = openCharging(needs)
  const links = signedLinks(keys, 'autopay', ['mandateId', 'billId', 'dueDate'])
  const acts = autopayActs({ ...needs, charging, links })
  const programNameOf = async (id: BillId) => (await billById(id))?.shown.program.name ?? null

  const end = async (mandateId: MandateId, because: EndReason): Promise<void> => {
    const circumstances = { actor: 'system:autopay', at: now(), cause: `end ${mandateId}` }
    await charging.handle(mandateStream(mandateId), { type: 'End', mandateId, because }, circumstances)
    // Nobody needs to know the card any more.
    if (because === 'account-deleted' || because === 'payor-forgotten') await personal.forget(mandateId)
  }

  /** Ends mandates without ground, notices the bills of the next days, and charges what is due. */
  const look = (): Promise<void> =>
    locks.exclusively('autopay', () =>
      eachInTurn(
        [
          async () => eachInTurn(await mandatesToEnd(), ({ mandateId, because }) => end(mandateId, because)),
          async () => eachInTurn(await billsToNotice(now()), charging.notice),
          async () => eachInTurn(await chargesDue(now()), charging.charge, AT_ONCE),
        ],
        (part) => part(),
      ),
    )

  const tasks: Pick<Tasks, 'autopay' | 'mail-about-autopay'> = {
    autopay: look,
    ...autopayMailTasks({ ...needs, charging, links, programNameOf }),
  }
  return {
    routes: autopayRoutes({ ...needs, charging, links }, acts),
    tasks,
    linkPages: autopayLinkPages({ ...needs, programNameOf }, acts),
    look,
    /** Ends the mandates that use a saved method, since its owner has removed it. */
    methodRemoved: async (methodId: string): Promise<void> => {
      for (const mandateId of await mandatesOfMethod(methodId)) await end(mandateId, 'method-removed')
    },
    keepTime: (signal: AbortSignal): void => {
      const lookSoon = () => void addJob({ task: 'autopay', payload: {}, key: 'autopay', queue: 'autopay' }).catch(() => {})
      lookSoon()
      const timer = setInterval(lookSoon, EVERY_MS)
      signal.addEventListener('abort', () => clearInterval(timer))
    },
  }
}
