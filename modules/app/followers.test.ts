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
  PersonInvited: ['mail-people-who-are-let-in'],
  NetworkRoleGranted: ['mail-admins-when-payment-details-change', 'mail-people-who-are-let-in'],
  TemporaryRoleGranted: ['mail-admins-when-payment-details-change', 'mail-people-who-are-let-in'],
  NetworkRoleRevoked: ['mail-admins-when-payment-details-change'],
  ApiKeyMade: ['mail-admins-when-payment-details-change'],
  ApiKeyReplaced: ['mail-admins-when-payment-details-change'],
  ApiKeyEnded: ['mail-admins-when-payment-details-change'],
  PaymentProfileCreated: ['mail-admins-when-payment-details-change'],
  PaymentProfileChanged: ['mail-admins-when-payment-details-change'],
  StripeAccountConnected: ['mail-admins-when-payment-details-change'],
  PaymentProfileAttached: ['generate-bills-when-a-profile-is-attached', 'mail-admins-when-payment-details-change'],
  MemberForgotten: ['forget-members'],
  BillAdjusted: ['complete-campaigns-when-bills-are-settled'],
  BillArchived: ['complete-campaigns-when-bills-are-settled'],
  CreditApplied: ['complete-campaigns-when-bills-are-settled'],
  PaymentRecorded: ['complete-campaigns-when-bills-are-settled', 'mail-payors-about-their-payments'],
  PaymentClaimed: ['mail-payors-about-their-payments'],
  PaymentNotReceived: ['mail-payors-about-their-payments'],
  PaymentClaimOverdue: ['tell-admins-about-waiting-claims'],
  CreditUsed: ['settle-credit-that-was-set-aside'],
  CreditTakenBack: ['settle-credit-that-was-set-aside'],
  RefundRequested: ['refund-what-was-requested'],
  DebitFailed: ['tell-admins-about-returned-money'],
  RefundFailed: ['tell-admins-about-returned-money'],
  PaymentDisputed: ['tell-admins-about-returned-money'],
  DisputeWon: ['tell-admins-about-returned-money'],
  DisputeLost: ['tell-admins-about-returned-money'],
}

const noReaction = [
  ...(['SlugReserved', 'NetworkCreated', 'NetworkSettingsChanged', 'InvitationAccepted', 'InvitationDeclined', 'InvitationRevoked'] as const),
  ...(['AuditorVisited', 'AuditorTookFile', 'KeyTookFile', 'EventSetAside'] as const),
  ...(['PaymentProfileRevealed', 'StripeAccountChanged'] as const),
  ...(['ProgramCreated', 'ProgramChanged', 'ProgramActivated', 'ProgramCompleted', 'ProgramArchived'] as const),
  ...(['UploadStarted', 'MembersRegistered', 'MemberAdded', 'MemberChanged', 'PayorsEnrolled', 'PayorEnrolled'] as const),
  ...(['BillIssued', 'BillAmountChanged', 'BillUnarchived', 'BillReplaced', 'PaymentClaimWithdrawn', 'PaymentReversed'] as const),
  ...(['CreditReturned', 'CreditRefunded'] as const),
  ...(['PaymentAttemptOpened', 'PaymentAttemptClosed', 'PaymentIntentCreated', 'DebitStarted', 'PaymentFeeNoted', 'PaymentRefunded'] as const),
  ...(['PayoutNoted', 'PayoutLinesNoted'] as const),
  ...(['CampaignScheduled', 'CampaignFailed', 'CampaignLaunched', 'CampaignPaused', 'CampaignResumed', 'CampaignRunRequested'] as const),
  ...(['CampaignPeriodBilled', 'CampaignCompleted', 'CampaignReopened', 'RunStarted', 'RunHeldUp', 'RunWentOn', 'RunEnded'] as const),
  ...(['MessageQueued', 'MessageWithheld', 'MessageSent', 'MessageFailed', 'MessageDropped', 'MessageRetried'] as const),
  ...(['MessageBounced', 'MessageOpened', 'MessageClicked', 'RemindersStopped', 'RemindersWanted'] as const),
] satisfies EventType[]

test('processes react to these events, and to no others', async () => {
  const found = new Map<string, Set<string>>()
  for (const event of await fixtureEvents())
    for (const { name, categories, jobsFor } of allProcesses)
      if (categories.includes(categoryOf(event.stream)) && jobsFor([event]).length > 0)
        found.set(event.type, (found.get(event.type) ?? new Set()).add(name))
  expect(Object.fromEntries([...found].map(([type, names]) => [type, [...names].sort()]))).toEqual(reactions)
})
