import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allProjections } from '../../projections/projections.ts'
import { fixtureEvents } from '../../scripts/testing/packs.ts'
import { categoryOf } from '../platform/event-store/event-store.ts'
import type { EventType } from './event-shapes.ts'
import { allProcesses } from './processes.ts'

/** What follows the log, as the sources of a folder declare it. */
const declaredIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\bname: '([\w-]+)',\s+categories:/g)].map(([, name]) => name ?? ''))
    .sort()

test('every process that is declared runs', () => {
  expect(allProcesses.map(({ name }) => name).sort(), "a new process needs its place in its module's module.ts").toEqual(declaredIn('modules'))
})

test('every projection that is declared runs', () => {
  const projections = allProjections({} as never, { positionsPerEvent: 1n } as never)
  expect(projections.map(({ name }) => name).sort(), 'a new projection needs its line in projections/projections.ts').toEqual(
    declaredIn('projections'),
  )
})

/** Who does something about an event. A new event does not compile without a line here or among those that nobody reacts to. */
const reactions: Readonly<Record<Exclude<EventType, (typeof noReaction)[number]>, readonly string[]>> = {
  PersonInvited: ['forget-invitations', 'mail-people-who-are-let-in'],
  InvitationAccepted: ['forget-invitations'],
  InvitationDeclined: ['forget-invitations'],
  InvitationRevoked: ['forget-invitations'],
  NetworkRoleGranted: ['mail-admins-when-payment-details-change', 'mail-people-who-are-let-in'],
  TemporaryRoleGranted: ['mail-admins-when-payment-details-change', 'mail-people-who-are-let-in'],
  NetworkRoleRevoked: ['mail-admins-when-payment-details-change'],
  SecondFactorsReset: ['mail-admins-when-payment-details-change'],
  ApiKeyMade: ['mail-admins-when-payment-details-change'],
  ApiKeyReplaced: ['mail-admins-when-payment-details-change'],
  ApiKeyEnded: ['mail-admins-when-payment-details-change'],
  WebhookMade: ['mail-admins-when-payment-details-change'],
  WebhookChanged: ['mail-admins-when-payment-details-change'],
  WebhookSecretReplaced: ['mail-admins-when-payment-details-change'],
  WebhookTurnedOff: ['mail-admins-when-payment-details-change'],
  WebhookRemoved: ['clear-webhooks-that-are-off', 'mail-admins-when-payment-details-change'],
  PaymentProfileCreated: ['mail-admins-when-payment-details-change'],
  PaymentProfileChanged: ['mail-admins-when-payment-details-change'],
  StripeAccountConnected: ['mail-admins-when-payment-details-change'],
  PaymentProfileAttached: ['generate-bills-when-a-profile-is-attached', 'mail-admins-when-payment-details-change'],
  MemberForgotten: ['forget-members', 'tell-webhooks-what-happens'],
  BillAdjusted: ['complete-campaigns-when-bills-are-settled', 'mail-payors-about-their-payments', 'tell-webhooks-what-happens'],
  BillArchived: ['complete-campaigns-when-bills-are-settled', 'mail-payors-about-their-payments', 'tell-webhooks-what-happens'],
  CreditApplied: ['complete-campaigns-when-bills-are-settled', 'mail-payors-about-their-payments', 'tell-webhooks-what-happens'],
  PaymentRecorded: ['complete-campaigns-when-bills-are-settled', 'mail-payors-about-their-payments', 'tell-webhooks-what-happens'],
  PaymentClaimed: ['mail-payors-about-their-payments', 'tell-webhooks-what-happens'],
  PaymentNotReceived: ['mail-payors-about-their-payments', 'tell-webhooks-what-happens'],
  PaymentClaimOverdue: ['tell-admins-about-waiting-claims'],
  CreditUsed: ['settle-credit-that-was-set-aside'],
  CreditTakenBack: ['mail-payors-about-their-payments', 'settle-credit-that-was-set-aside', 'tell-webhooks-what-happens'],
  RefundRequested: ['refund-what-was-requested'],
  ReceiptRequested: ['mail-payors-about-their-payments'],
  DebitFailed: ['mail-payors-about-their-payments', 'tell-admins-about-returned-money', 'tell-webhooks-what-happens'],
  RefundFailed: ['mail-payors-about-their-payments', 'tell-admins-about-returned-money', 'tell-webhooks-what-happens'],
  PaymentDisputed: ['mail-payors-about-their-payments', 'tell-admins-about-returned-money', 'tell-webhooks-what-happens'],
  DisputeWon: ['mail-payors-about-their-payments', 'tell-admins-about-returned-money', 'tell-webhooks-what-happens'],
  DisputeLost: ['mail-payors-about-their-payments', 'tell-admins-about-returned-money', 'tell-webhooks-what-happens'],
  ProgramCreated: ['tell-webhooks-what-happens'],
  ProgramChanged: ['tell-webhooks-what-happens'],
  ProgramActivated: ['tell-webhooks-what-happens'],
  ProgramCompleted: ['tell-webhooks-what-happens'],
  ProgramArchived: ['tell-webhooks-what-happens'],
  MembersRegistered: ['tell-webhooks-what-happens'],
  MemberAdded: ['tell-webhooks-what-happens'],
  MemberChanged: ['tell-webhooks-what-happens'],
  BillIssued: ['tell-webhooks-what-happens'],
  BillAmountChanged: ['mail-payors-about-their-payments', 'tell-webhooks-what-happens'],
  BillUnarchived: ['tell-webhooks-what-happens'],
  PaymentClaimWithdrawn: ['tell-webhooks-what-happens'],
  PaymentReversed: ['mail-payors-about-their-payments', 'tell-webhooks-what-happens'],
  CreditRefunded: ['mail-payors-about-their-payments', 'tell-webhooks-what-happens'],
  DebitStarted: ['tell-webhooks-what-happens'],
  PaymentFeeNoted: ['tell-webhooks-what-happens'],
  PaymentRefunded: ['mail-payors-about-their-payments', 'tell-webhooks-what-happens'],
  CampaignFailed: ['tell-webhooks-what-happens'],
  CampaignLaunched: ['tell-webhooks-what-happens'],
  CampaignPaused: ['tell-webhooks-what-happens'],
  CampaignResumed: ['tell-webhooks-what-happens'],
  CampaignCompleted: ['tell-webhooks-what-happens'],
  CampaignReopened: ['tell-webhooks-what-happens'],
}

const noReaction = [
  ...(['SlugReserved', 'NetworkCreated', 'NetworkSettingsChanged', 'NetworkSettingsEdited'] as const),
  ...(['AuditorVisited', 'AuditorTookFile', 'KeyTookFile', 'EventSetAside'] as const),
  ...(['PaymentProfileRevealed', 'StripeAccountChanged'] as const),
  ...(['UploadStarted', 'PayorsEnrolled', 'PayorEnrolled', 'PayorRemoved'] as const),
  ...(['BillReplaced'] as const),
  ...(['CreditReturned'] as const),
  ...(['PaymentAttemptOpened', 'PaymentAttemptClosed', 'PaymentIntentCreated'] as const),
  ...(['PayoutNoted', 'PayoutLinesNoted'] as const),
  ...(['CampaignScheduled', 'CampaignRunRequested'] as const),
  ...(['CampaignPeriodBilled', 'RunStarted', 'RunHeldUp', 'RunWentOn', 'RunEnded'] as const),
  ...(['MessageQueued', 'MessageWithheld', 'MessageSent', 'MessageFailed', 'MessageDropped', 'MessageRetried'] as const),
  ...(['MessageBounced', 'MessageOpened', 'MessageClicked', 'RemindersStopped', 'RemindersWanted'] as const),
  ...(['AddressFailed', 'AddressTakenUp'] as const),
] satisfies EventType[]

test('processes react to these events, and to no others', async () => {
  const found = new Map<string, Set<string>>()
  for (const event of await fixtureEvents())
    for (const { name, categories, jobsFor } of allProcesses)
      if (categories.includes(categoryOf(event.stream)) && jobsFor([event]).length > 0)
        found.set(event.type, (found.get(event.type) ?? new Set()).add(name))
  expect(Object.fromEntries([...found].map(([type, names]) => [type, [...names].sort()]))).toEqual(reactions)
})
