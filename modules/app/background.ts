import { slotsOf } from '../../projections/bills/queries.ts'
import { ledgerProjection } from '../../projections/ledger/projector.ts'
import { membersProjection } from '../../projections/members/projector.ts'
import { payorsNamed } from '../../projections/members/queries.ts'
import { messagesProjection } from '../../projections/messages/projector.ts'
import { networksProjection } from '../../projections/networks/projector.ts'
import { paymentProfilesProjection } from '../../projections/payment-profiles/projector.ts'
import { programsProjection } from '../../projections/programs/projector.ts'
import { watchProgress } from '../../projections/progress.ts'
import type { Projection } from '../../projections/projection.ts'
import { runProjector } from '../../projections/projector.ts'
import { notedRows } from '../../projections/statistics.ts'
import { settleCreditThatWasSetAside } from '../bills/credits.ts'
import { billAppends } from '../bills/issue.ts'
import { tellAdminsAboutWaitingClaims } from '../bills/tell-admins-about-waiting-claims.ts'
import { completeCampaignsWhenBillsAreSettled } from '../campaigns/complete-campaigns-when-bills-are-settled.ts'
import { forgetMembers } from '../members/forget.ts'
import { type ImportMembers, importMembers } from '../members/upload.ts'
import { mailPayorsAboutTheirPayments } from '../messages/mail-payors-about-their-payments.ts'
import { mailAdminsAboutAdminsAndProfiles } from '../networks/mail-admins-about-admins-and-profiles.ts'
import { mailPeopleWhoAreLetIn } from '../networks/mail-people-who-are-let-in.ts'
import type { Config } from '../platform/config.ts'
import { openPool, openQueries, READ_SCHEMA } from '../platform/database.ts'
import { openLocks } from '../platform/locks.ts'
import type { Log } from '../platform/log.ts'
import { openStore } from '../platform/open-store.ts'
import { installationKeys, type PersonalData, personalData } from '../platform/personal-data.ts'
import { runProcesses } from '../platform/process.ts'
import { generateBillsWhenAProfileIsAttached } from '../programs/generate-bills-when-a-profile-is-attached.ts'

/** Which read models there are, in no order: each follows the log by itself. */
export const allProjections = (personal: PersonalData): Projection[] => [
  networksProjection,
  paymentProfilesProjection(personal),
  programsProjection,
  membersProjection(personal),
  ledgerProjection(personal),
  messagesProjection(personal),
]

export type BackgroundOptions = Readonly<{
  config: Pick<Config, 'eventStore' | 'role' | 'logLevel'>
  databaseUrl: string
  masterKey: Uint8Array
  log: Log
  /** Called with what stopped a projection, and with null once it goes on. */
  onStopped: (projection: string, problem: string | null) => void
}>

/** Everything that keeps a processor busy for longer than a request may wait. */
export type Background = Readonly<{ importMembers: ImportMembers; stop: () => Promise<void> }>

/**
 * Follows the log (projections, processes) and imports members. It has a log, pools and keys of its own, so that it runs
 * the same beside the requests' thread (background-thread.ts) and on it (tests). The tables must be there.
 */
export const startBackground = async ({ config, databaseUrl, masterKey, log, onStopped }: BackgroundOptions): Promise<Background> => {
  const stopping = new AbortController()
  const { signal } = stopping
  const key = Buffer.from(masterKey)
  const pool = openPool(databaseUrl)
  const unlocking = new AbortController()
  const locks = await openLocks(databaseUrl, unlocking.signal)
  const keys = await installationKeys(pool, key)
  const personal = personalData(pool, key)
  // Not waited for: keys that were looked up before are dropped once it is connected.
  void personal.hearOfForgotten(databaseUrl, signal)
  const store = await openStore(config.eventStore, databaseUrl)
  const projections = allProjections(personal)
  const db = await openQueries(databaseUrl, { size: 4 })
  const progress = await watchProgress({ url: databaseUrl, pool, store, projections, signal })
  const following: Promise<unknown>[] = []
  if (config.role === 'all' || config.role === 'projector') {
    for (const projection of projections)
      following.push(
        runProjector({
          pool,
          store,
          projection,
          schema: READ_SCHEMA,
          log,
          signal,
          onMoved: (position) => progress.moved(projection.name, position),
          onStopped: (problem) => onStopped(projection.name, problem),
        }),
      )
    const processes = [
      forgetMembers,
      generateBillsWhenAProfileIsAttached,
      mailPeopleWhoAreLetIn,
      mailAdminsAboutAdminsAndProfiles,
      mailPayorsAboutTheirPayments,
      completeCampaignsWhenBillsAreSettled,
      settleCreditThatWasSetAside,
      tellAdminsAboutWaitingClaims,
    ]
    following.push(runProcesses(pool, store, processes, log, signal))
  }
  return {
    importMembers: importMembers({
      store,
      personal,
      keys,
      exclusively: (networkId, work, gone) => locks.exclusively(`upload ${networkId}`, work, gone),
      payorsNamed: payorsNamed(db),
      billsKnown: () => progress.caughtUp('bill'),
      slotsOf: slotsOf(db),
      billAppends: billAppends(store, keys),
      settled: progress.settled,
      notedRows: notedRows(pool),
    }),
    stop: async () => {
      stopping.abort()
      await Promise.all(following)
      await store.close()
      await db.end()
      unlocking.abort()
      await Promise.all([pool.end(), locks.ended])
    },
  }
}
