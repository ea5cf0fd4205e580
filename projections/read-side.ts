import type { Contact } from '../modules/kernel/contact.ts'
import type { Clock } from '../modules/kernel/dates.ts'
import type { BillId, NetworkId, PayorId, ProgramId, UserId } from '../modules/kernel/ids.ts'
import type { FailingPayors } from '../modules/messages/contract.ts'
import type { Position } from '../modules/platform/event-store/event-store.ts'
import type { Route } from '../modules/platform/http/route.ts'
import type { Costly } from '../modules/platform/http/turns.ts'
import type { PersonalData } from '../modules/platform/personal-data/personal-data.ts'
import type { Queries } from '../modules/platform/postgres/database.ts'
import { loader } from '../modules/platform/speed/loader.ts'
import { type BlockedDependencies, blockedRoutes } from './audit/blocked.ts'
import { networksToSign, sealingOf } from './audit/queries.ts'
import { openRecord } from './audit/record.ts'
import { type AuditDependencies, auditRoutes } from './audit/routes.ts'
import * as autopay from './autopay/queries.ts'
import { bankingQuestions } from './banking/queries.ts'
import { bankLineQueryRoutes } from './banking/routes.ts'
import { showBill } from './bills/list.ts'
import { type FindPublicBill, publicBill } from './bills/public-bill.ts'
import {
  billFinder,
  billOf,
  countWaitingClaims,
  openBillsOf,
  owedIn,
  payableBy,
  placesOf,
  repriceable,
  unpaidBills,
  waitingClaims,
} from './bills/queries.ts'
import { billQueryRoutes } from './bills/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import * as deposits from './deposits/queries.ts'
import { depositQueryRoutes } from './deposits/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { findRoutes } from './find/routes.ts'
import { messageOwner } from './messages/ledger.ts'
import * as messages from './messages/queries.ts'
import { messageQueryRoutes } from './messages/routes.ts'
import {
  adminsOf,
  apiKeyNames,
  apiKeysByHash,
  grantsOf,
  mailNamesOf,
  mailNetworkOf,
  networkNamed,
  ownContacts,
  shownNameOf,
  sitesOf,
  timeZoneOf,
  webhookById,
  webhooksListening,
} from './networks/queries.ts'
import { networkQueryRoutes } from './networks/routes.ts'
import { paperRoutes } from './paper/routes.ts'
import type { OpenSheets } from './paper/sheets.ts'
import { profileNameOf, profileOfAccount } from './payment-profiles/queries.ts'
import { paymentProfileQueryRoutes } from './payment-profiles/routes.ts'
import { billOfPayment, publicPayments } from './payments/queries.ts'
import { billsToPay, remittanceById } from './payments/remittances.ts'
import { paymentQueryRoutes } from './payments/routes.ts'
import { heldDataRoutes } from './payors/held-data.ts'
import { enrolmentsOf, memberById, originOfPayor, payorsNamed, programMovesOf } from './payors/queries.ts'
import { payorQueryRoutes } from './payors/routes.ts'
import { accountsOfNetwork, billsPaidSince, connectedAccounts, ownerOfAccount, paymentsByIntent, reconciliationsOf } from './payouts/queries.ts'
import { payoutQueryRoutes } from './payouts/routes.ts'
import { finishedCampaigns, programById, programReadiness, recurringCampaigns, scheduledCampaigns } from './programs/queries.ts'
import { programQueryRoutes } from './programs/routes.ts'

type Open = Readonly<{
  db: Queries
  personal: PersonalData
  now: Clock
  /** The position of the networks' read model; null while it is unknown. */
  networksAt: () => Position | null
  accountsOf: (ids: readonly UserId[]) => Promise<readonly Readonly<{ email: string; firstName: string; lastName: string }>[]>
}>

const NO_CONTACT: Contact = { name: null, email: null, phone: null, address: null }

/** The contact for the payors of a network. */
const contacts = ({ db, now, networksAt, accountsOf }: Omit<Open, 'personal'>) => {
  const ownContactOf = ownContacts(db, networksAt)
  /** The first Admin's name and e-mail replace unset ones (R24). */
  const withFirstAdmin = async (networkId: NetworkId, own: Contact): Promise<Contact> => {
    const [admin] = await accountsOf((await adminsOf(db)(networkId, now())).slice(0, 1))
    return { ...own, name: own.name ?? (admin ? `${admin.firstName} ${admin.lastName}`.trim() : null), email: own.email ?? admin?.email ?? null }
  }
  const contactIn = async (networkId: NetworkId): Promise<Contact> => {
    const own = (await ownContactOf(networkId)) ?? NO_CONTACT
    return own.name && own.email ? own : withFirstAdmin(networkId, own)
  }
  // Batched for a congregation that opens its bills at one moment.
  const contactsOf = loader<NetworkId, Contact>(async (ids) => new Map(await Promise.all(ids.map(async (id) => [id, await contactIn(id)] as const))))
  return async (networkId: NetworkId): Promise<Contact> => (await contactsOf(networkId)) ?? NO_CONTACT
}

/** The queries of the write side, under the names by which its modules need them. */
export const openQuestions = ({ db, personal, now, networksAt, accountsOf }: Open) => {
  const findBill = billFinder(db, now)
  const contactOf = contacts({ db, now, networksAt, accountsOf })
  const grants = grantsOf(db, networksAt)
  const nameOf = shownNameOf(db, networksAt)
  return {
    findBill,
    findPublicBill: publicBill({
      ...{ find: findBill, personal, paymentsOf: publicPayments(db), contactOf },
      shownNameOf: nameOf,
      hasFailed: messages.hasFailed(db),
    }),
    contactOf,
    billById: async (id: BillId) => {
      const row = await findBill(id)
      return row && { networkId: row.networkId, shown: showBill(row) }
    },
    billedOf: async (id: BillId) => {
      const bill = await findBill(id)
      return bill && { networkId: bill.networkId, programId: bill.programId, payorId: bill.payorId, email: bill.payorEmail }
    },
    payorEmailOf: async (id: BillId) => (await findBill(id))?.payorEmail ?? null,
    payorOf: async (id: BillId) => {
      const bill = await findBill(id)
      return bill && { email: bill.payorEmail, network: (await nameOf(bill.networkId)) ?? bill.networkName }
    },
    owedIn: owedIn(db, now),
    billOf: billOf(db),
    placesOf: placesOf(db),
    repriceable: repriceable(db),
    unpaidBills: unpaidBills(db),
    openBillsOf: openBillsOf(db),
    waitingClaims: waitingClaims(db),
    countWaitingClaims: countWaitingClaims(db),
    billOfPayment: billOfPayment(db),
    billsToPay: billsToPay(db),
    payableBy: payableBy(db),
    remittanceById: remittanceById(db),
    ...deposits.depositQuestions(db, personal),
    statusOf: async (id: BillId) => (await findBill(id))?.status ?? null,
    profileNameOf: profileNameOf(db),
    profileOfAccount: (accountId: string) => profileOfAccount(db, accountId),
    ownerOfAccount: ownerOfAccount(db),
    accountsOfNetwork: accountsOfNetwork(db),
    connectedAccounts: connectedAccounts(db),
    paymentsByIntent: paymentsByIntent(db),
    billsPaidSince: billsPaidSince(db),
    reconciliationsOf: reconciliationsOf(db),

    ...bankingQuestions(db, personal),
    autopayChargesOf: autopay.autopayChargesOf(db, personal),
    billsToNotice: autopay.billsToNotice(db),
    chargesDue: autopay.chargesDue(db),
    isPayorIn: autopay.isPayorIn(db),
    mandatesIn: autopay.mandatesIn(db, personal),
    mandatesOf: autopay.mandatesOf(db, personal),
    mandatesOfMethod: autopay.mandatesOfMethod(db),
    mandatesToEnd: autopay.mandatesToEnd(db),

    enrolmentsOf: enrolmentsOf(db),
    memberById: (id: PayorId) => memberById(db, id),
    payorById: async (id: PayorId) => (await memberById(db, id))?.known ?? null,
    originOfPayor: originOfPayor(db),
    programMovesOf: programMovesOf(db),
    payorsNamed: payorsNamed(db),

    grantsOf: (userId: string) => grants(userId, now()),
    adminsOf: (networkId: NetworkId): Promise<UserId[]> => adminsOf(db)(networkId, now()),
    apiKeyNames: apiKeyNames(db),
    apiKeysByHash: apiKeysByHash(db),
    webhookById: webhookById(db),
    listening: webhooksListening(db, networksAt),
    mailNamesOf: mailNamesOf(db),
    networkNamed: networkNamed(db),
    networkOf: mailNetworkOf(db),
    timeZoneOf: timeZoneOf(db, networksAt),
    sitesOf: sitesOf(db, networksAt),

    openRecord,
    networksToSign: networksToSign(db),
    sealingOf: sealingOf(db),
    programById: (id: ProgramId) => programById(db, id),
    programReadiness: (id: ProgramId) => programReadiness(db, id),
    scheduledCampaigns: scheduledCampaigns(db),
    recurringCampaigns: recurringCampaigns(db),
    finishedCampaigns: finishedCampaigns(db),

    exampleMail: messages.exampleMail(db),
    goesOn: messages.goesOn(db),
    hasWaitingReminders: messages.hasWaitingReminders(db),
    leftToMail: messages.leftToMail(db),
    mailsTo: messages.mailsTo(db),
    networksWithCampaigns: messages.networksWithCampaigns(db),
    openRuns: messages.openRuns(db),
    ownerOf: messageOwner(db),
    pending: messages.pendingMails(db),
    programsWithLateBills: messages.programsWithLateBills(db),
    remindableBills: messages.remindableBills(db),
    sentSince: messages.sentSince(db),
    mailedBills: messages.mailedBills(db),
    paidTogether: messages.paidTogether(db),
    unmailedBills: messages.unmailedBills(db),
    unsubscribedOf: messages.unsubscribedOf(db),
    failingOf: messages.failingOf(db),
    failingIn: messages.failingIn(db),
  }
}
export type Questions = ReturnType<typeof openQuestions>

type Dependencies = Pick<Open, 'db' | 'personal'> &
  Pick<Questions, 'findBill' | 'timeZoneOf'> &
  Pick<AuditDependencies, 'histories' | 'actorsOf'> &
  Pick<BlockedDependencies, 'store' | 'whyQuarantined'> &
  Readonly<{
    findPublicBill: FindPublicBill
    sheets: OpenSheets
    costly: Costly
    accountsOf: Parameters<typeof networkQueryRoutes>[2]
    baseUrl: () => string
    failingPayors: FailingPayors
  }>

export const queryRoutes = ({
  db,
  personal,
  findBill,
  findPublicBill,
  sheets,
  costly,
  timeZoneOf: zoneOf,
  accountsOf,
  baseUrl,
  histories,
  actorsOf,
  store,
  whyQuarantined,
  failingPayors,
}: Dependencies): Route[] => [
  ...networkQueryRoutes(db, personal, accountsOf),
  ...paymentProfileQueryRoutes(db, personal),
  ...programQueryRoutes,
  ...payorQueryRoutes,
  ...heldDataRoutes({ personal, histories }),
  ...billQueryRoutes({
    find: findPublicBill,
    payableBy: payableBy(db),
    chargesOfBills: autopay.chargesOfBills(db, personal),
    findIn: (on, at) => publicBill({ find: billFinder(on, () => at), personal, paymentsOf: publicPayments(on) }),
  }),
  ...paymentQueryRoutes(findBill, remittanceById(db)),
  ...bankLineQueryRoutes(personal),
  ...depositQueryRoutes({
    findDeposit: deposits.depositById(db, personal)(actorsOf),
    personal,
    actorsOf,
    contactOf: sheets.contactOf,
    papers: costly.papers,
  }),
  ...payoutQueryRoutes,
  ...messageQueryRoutes(baseUrl, sheets, failingPayors),
  ...paperRoutes(sheets, costly, failingPayors),
  ...dashboardRoutes,
  ...exportRoutes.map((each) => ({ ...each, limits: [...each.limits, costly.files] })),
  ...auditRoutes({ histories, actorsOf, zoneOf }),
  ...blockedRoutes({ db, store, histories, actorsOf, whyQuarantined }),
  ...findRoutes,
]
