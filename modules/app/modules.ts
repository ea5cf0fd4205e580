import type { Request } from 'express'
import type { Questions } from '../../projections/read-side.ts'
import { notedRows } from '../../projections/statistics.ts'
import { openAudit } from '../audit/module.ts'
import { openAutopay } from '../autopay/module.ts'
import { openBanking } from '../banking/module.ts'
import { billAppends } from '../bills/issue.ts'
import { openBills } from '../bills/module.ts'
import { openCampaigns } from '../campaigns/module.ts'
import { type DepositsNeeds, openDeposits } from '../deposits/module.ts'
import { openEmbed } from '../embed/module.ts'
import { openFindBills } from '../find-bills/module.ts'
import type { Identity } from '../identity/module.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { openMessages } from '../messages/module.ts'
import { openNetworks } from '../networks/module.ts'
import { openPaymentProfiles } from '../payment-profiles/module.ts'
import { openPayments, type openStripe } from '../payments/module.ts'
import { openPayors } from '../payors/module.ts'
import type { Category } from '../platform/event-store/event-store.ts'
import { FORGOTTEN_IN } from '../platform/personal-data/plain-copies.ts'
import type { Platform } from '../platform/platform.ts'
import { eraseDeleted } from '../platform/postgres/erase.ts'
import { openPrograms } from '../programs/module.ts'
import { openRemittances, type RemittancesNeeds } from '../remittances/module.ts'
import { openWebhooks } from '../webhooks/module.ts'
import type { Background } from './background.ts'

/** The dependencies of every module: the platform, and the queries of the read side. */
export type Needs = Platform &
  Questions &
  Readonly<{
    /** Queues a job that checks for due work on bills and campaigns. */
    followUp: () => Promise<void>
    /** Waits until the read models show the bills up to a position. */
    billsShow: (position: bigint) => Promise<boolean>
  }>

/** Dependencies that only some of the modules have. */
type Besides = Readonly<{
  background: Pick<Background, 'importPayors' | 'rebuildReadModels'>
  /** Waits until the read models show all current events of a category. */
  caughtUp: (category: Category, only?: Readonly<{ of?: string; patience?: number }>) => Promise<void>
  stripe: ReturnType<typeof openStripe>
  identity: Identity
}>

/** The longest wait for a read model, in ms, of a job that would be retried anyway. */
const SHORT_MS = 5_000
/**
 * The longest wait for the ledger when a program is billed, in ms. It is short, since the calendar bills many programs
 * in turn.
 */
const A_MOMENT_MS = 1_000

type AroundReceived = Pick<RemittancesNeeds, 'intents'> & Pick<DepositsNeeds, 'profileOf'> & Readonly<{ bills: ReturnType<typeof openBills> }>

/** Remittances and deposits, each of which sends commands to the other. */
const openReceived = (needs: Needs, { bills, intents, profileOf }: AroundReceived) => {
  const deposits = openDeposits({ ...needs, profileOf, checkItem: (id) => remittances.checkItem(id) })
  const remittances: ReturnType<typeof openRemittances> = openRemittances({
    ...{ ...needs, intents, bills: bills.parts, billHistory: bills.histories.bill },
    deposits: deposits.items,
  })
  return { deposits, remittances }
}

/** Opens all modules, each with the modules that it needs. */
export const openModules = (needs: Needs, { identity, background, caughtUp, stripe }: Besides) => {
  const { pool, store, keys, signal, adminsOf } = needs
  const accountsOfAdmins = async (networkId: NetworkId) => identity.accountsOf(await adminsOf(networkId))
  const profiles = openPaymentProfiles({ ...needs, accounts: stripe.accounts })
  const programs = openPrograms({
    ...needs,
    ...{ makeCurrent: identity.makeCurrent, profileOf: profiles.profileOf, issueBills: billAppends(store, keys), notedRows: notedRows(pool) },
    // A blocked read model does not delay bills.
    billsShown: () => caughtUp('bill', { of: 'ledger', patience: A_MOMENT_MS }).catch(() => {}),
  })
  const { accountById, accountsAt, accountsChanged, accountsOf, confirmedAccountOf, factorStateOf, isOperator, makeCurrent, resetFactors, userOf } =
    identity
  const networks = openNetworks({
    ...needs,
    ...{ accountById, accountsAt, accountsChanged, accountsOf, confirmedAccountOf, factorStateOf, isOperator, makeCurrent, resetFactors, userOf },
    noticeOf: { profile: profiles.noticeOf, program: programs.noticeOf },
  })
  const eraseForgotten = () => background.rebuildReadModels(signal).then(() => eraseDeleted(pool, FORGOTTEN_IN))
  const { billedProgram, enrolledIn, generateBills, periodsToBill, programOf, programStateOf } = programs
  const members = openPayors({ ...needs, billedProgram, generateBills, importPayors: background.importPayors, eraseForgotten })
  const bills = openBills({
    ...needs,
    ...{ billedProgram, enrolledIn, programOf, programStateOf, accountsOfAdmins },
    billsKnown: () => caughtUp('bill'),
    intents: stripe.intents,
    settleRemittance: async (id) => void (await remittances.settle(id)),
    observeRemittance: (...seen) => remittances.joint.observe(...seen),
  })
  const { deposits, remittances } = openReceived(needs, { bills, intents: stripe.intents, profileOf: profiles.profileOf })
  const { attempts } = bills
  const methodRemoved = (methodId: string) => autopay.methodRemoved(methodId)
  const together = { ...bills.several, jointBill: bills.parts.jointBill, openJoint: remittances.joint.open }
  const payments = openPayments({ ...needs, ...together, programOf, attempts, refreshAccount: profiles.refreshAccount, stripe, methodRemoved })
  const autopay = openAutopay({ ...needs, programOf, programStateOf, accountById, attempts, saved: payments.saved })
  const banking = openBanking({ ...needs, profileOf: profiles.profileOf })
  const audit = openAudit({ ...needs, accountsOfAdmins, caughtUp })
  const messages = openMessages({
    ...needs,
    programStateOf,
    listOf: bills.several.listOf,
    positionChangeOf: bills.positionChangeOf,
    proofOf: audit.proofOf,
    isForgotten: members.isForgotten,
  })
  const campaigns = openCampaigns({
    ...needs,
    ...{ generateBills, periodsToBill, programStateOf },
    noteWaitingClaims: bills.noteWaitingClaims,
    outbox: messages.outbox,
    unsubscribed: messages.unsubscribed,
    signHeads: audit.signHeads,
  })
  const findBills = openFindBills({ ...needs, listOf: bills.several.listOf })
  const embed = openEmbed(needs)
  // Waits for this read model only, so that no other blocked read model delays webhook events.
  const networksKnown = () => caughtUp('network', { of: 'networks', patience: SHORT_MS })
  const webhooks = openWebhooks({ ...needs, turnWebhookOff: networks.turnWebhookOff, billAround: bills.billAround, networksKnown })

  return {
    ...{ bills, messages, campaigns, audit, findBills, embed, autopay },
    compareWithStripe: payments.compareWithStripe,
    /** The sender of a request, by its API key or else by its session. */
    visitorOf: async (req: Request) => (await networks.keyVisitorOf(req)) ?? identity.visitorOf(req),
    routes: [
      networks,
      profiles,
      programs,
      members,
      bills,
      remittances,
      deposits,
      payments,
      autopay,
      banking,
      messages,
      campaigns,
      findBills,
      embed,
      audit,
      webhooks,
    ].flatMap((module) => module.routes),
    tasks: {
      ...networks.tasks,
      ...programs.tasks,
      ...members.tasks,
      ...bills.tasks,
      ...remittances.tasks,
      ...payments.tasks,
      ...autopay.tasks,
      ...messages.tasks,
      ...campaigns.tasks,
      ...findBills.tasks,
      ...audit.tasks,
      ...webhooks.tasks,
    },
    histories: {
      ...bills.histories,
      ...remittances.histories,
      ...deposits.histories,
      ...programs.histories,
      ...campaigns.histories,
      ...profiles.histories,
      ...{ ...networks.histories, ...members.histories, ...audit.histories, ...banking.histories },
    },
    /** Does work that the calendar makes due, until the signal aborts. */
    keepTime: () => {
      for (const module of [campaigns, payments, autopay]) module.keepTime(signal)
    },
  }
}
