import { Instant, LocalDate } from '../../modules/kernel/date-schemas.ts'
import { instantOf } from '../../modules/kernel/dates.ts'
import {
  BankLineId,
  BillId,
  DepositId,
  MandateId,
  MessageId,
  NetworkId,
  PaymentId,
  PayorId,
  ProfileId,
  ProgramId,
  RunId,
  StatementId,
  UploadId,
  UserId,
} from '../../modules/kernel/ids.ts'
import type { Methods } from '../../modules/payment-profiles/contract.ts'
import type { Person } from '../../modules/payors/events.ts'
import type { EventStore, Revision, StreamName } from '../../modules/platform/event-store/event-store.ts'
import type { Terms } from '../../modules/programs/events.ts'
import { type Complete, on } from './event-shapes.ts'

/** Seals a value as in the log, under its owner's key. */
export type Seal = <Value>(owner: string, value: Value) => Promise<Value>

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const bill = (letter: string): BillId => BillId.parse(letter.repeat(22))
const day = (text: string): LocalDate => LocalDate.parse(text)
const moment = (text: string): Instant => Instant.parse(text)
const payment = (n: number): PaymentId => PaymentId.parse(id(60 + n))

export const network = NetworkId.parse(id(1))
export const [ada, ben, cleo] = [UserId.parse(id(11)), UserId.parse(id(12)), UserId.parse(id(13))]
export const [accepted, declined, revoked, open] = [id(14), id(15), id(16), id(17)]
export const profile = ProfileId.parse(id(20))
export const [dues, picnic] = [ProgramId.parse(id(21)), ProgramId.parse(id(22))]
export const [ruth, ole, first, nora] = [PayorId.parse(id(31)), PayorId.parse(id(32)), PayorId.parse(id(33)), PayorId.parse(id(34))]
export const [upload, enrolment, removal] = [UploadId.parse(id(40)), UploadId.parse(id(41)), UploadId.parse(id(42))]
export const [launch, resume, period, late] = [RunId.parse(id(51)), RunId.parse(id(52)), RunId.parse(id(53)), RunId.parse(id(54))]
export const [spent, mistaken, misread, oles, charged] = [payment(1), payment(2), payment(3), payment(4), payment(8)]
export const spoken = payment(9)
const [returned, kept, taken] = [payment(5), payment(6), payment(7)]
const connected = 'acct_1F'
export const payout = 'po_1F'
export const deposit = DepositId.parse(id(190))
export const [deposited, notDeposited] = [payment(31), payment(32)]
export const mandate = MandateId.parse(id(90))
const [bankLine, bankFee] = [BankLineId.parse(id(91)), BankLineId.parse(id(92))]
const [statement, secondStatement] = [StatementId.parse(id(93)), StatementId.parse(id(94))]
export const [overpaid, credited, replaced, replacing, forgotten, carded] = [bill('A'), bill('B'), bill('C'), bill('D'), bill('E'), bill('F')]
export const [uploaded, byHand] = [bill('G'), bill('H')]
export const [shareOfFirst, shareOfNora] = [bill('J'), bill('K')]
export const [cardedFirst, cardedNora] = [bill('L'), bill('M')]
/** Remittances: one recorded and partly reversed, one refused, one without texts, one by card, one given up. */
export const [joint, refusedOne, plain] = [payment(20), payment(22), payment(24)]
export const [byCard, givenUp] = [payment(26), payment(28)]
const [ofNora, noraRefused, noraByCard] = [payment(21), payment(23), payment(27)]
const mail = (n: number): MessageId => MessageId.parse(id(70 + n))
export const [clicked, printed, failed, retried, unreceived, settled, shared] = [mail(1), mail(2), mail(3), mail(4), mail(5), mail(6), mail(7)]
export const [returnNoticed, toGuest] = [mail(8), mail(9)]

/** Ruth's wrapped key and sealed details of an earlier release: they must open as long as the log exists. */
export const masterKey = Buffer.alloc(32, 1)
export const ruthsKey = Buffer.from('AwMDAwMDAwMDAwMD+mMWmP2GNWuv/uRlzhsmqroxo0+FzcCwrhK/RKhIhHGEnOdRkl4QR8H2hATbNxHv', 'base64')
const ruthSealed = [
  'BAQEBAQEBAQEBAQEf263Z4w45BT8M7LCjGFL02/a++WgR/oIyoxZtK6ZM/t90kVEo1E+e2Coy1DCZM671N5lkrV4YpFFFwmyTiuNumptBZ54ymh1XkChhUdVRHeYtk2Psm56M/mp',
  'RIj5Pb3iyvAHO0Ciapxcsx77D/z+QRMcM8jx7M9LNy2f3Gyr6dgRF51UtXkt6MA8ipCLy8LCvktEzFHPFcDFsNfzZbn2ULEvDAK+39M=',
].join('') as unknown as Person

const personNamed = (name: string, more: Partial<Person> = {}): Person => ({
  firstName: null,
  lastName: null,
  name,
  email: null,
  phone: null,
  dob: null,
  gender: null,
  contactName: null,
  ...more,
})

const account = { bankName: 'First Bank', accountName: 'Synod', recipientName: 'Synod', routingNumber: '123123123' }
/** The shape that payment methods had before checks became one of them. */
const methods = {
  Credit: { isEnabled: false },
  ACH: { ...account, isEnabled: false, accountNumber: null },
  Wire: { ...account, isEnabled: true, accountNumber: '000987654321' },
  Zelle: { isEnabled: false, zelleContact: null },
  PayPal: { isEnabled: false, paypalUsername: null },
  Venmo: { isEnabled: false, venmoHandle: null },
  CashApp: { isEnabled: false, cashappHandle: null, cashTag: null },
} as Omit<Methods, 'Check'> as Methods

const terms: Terms = { name: 'Dues', description: null, frequency: 'Yearly', type: 'Custom', amount: 10_000, dueDate: day('2026-06-30') }
const settings = {
  name: 'Grace Synod',
  slug: 'grace-synod',
  description: null,
  timeZone: 'America/Chicago',
  embedOrigins: ['https://grace.example'],
  reminderDays: [-7, 1, 14],
  senderName: 'Grace',
}
const askWhom = { contactName: 'Ada Example', contactEmail: 'office@grace.example', contactPhone: '555-0100', postalAddress: '1 Main Street' }
const billTerms = { networkId: network, programId: dues, period: day('2026-06-30'), dueDate: day('2026-06-30'), n: 0 }
const aboutMail = { networkId: network, programId: dues, paymentId: null, note: null }
const sentToBank = { payoutId: payout, networkId: network, profileId: profile, accountId: connected, amount: 4_296, arrivesOn: day('2026-03-05') }
const here = { programId: dues, networkId: network }
const begun = day('2026-02-01')
const ofRuth = { payorId: ruth, payorKind: 'individual' } as const
const ofFirst = { payorId: first, payorKind: 'congregation' } as const
const byCheck = { method: 'check', receivedOn: day('2026-01-03') } as const
const used = { billId: overpaid, paymentId: spent, toBillId: credited }
const applied = { billId: credited, paymentId: spent, fromBillId: overpaid }
const notReceived = { runId: null, purpose: 'claim-not-received', bills: [{ billId: overpaid, rung: null }] } as const
const zelle = { isEnabled: true, zelleContact: 'pay@example.org' }
export const byMail = { isEnabled: true, payableTo: 'Grace Synod', mailingAddress: 'PO Box 7\nTarn Hollow, MN 56201' }
const address = id(80)
export const [accounting, website] = [id(81), id(82)]
export const [ledgerHook, siteHook, registryHook] = [id(83), id(84), id(85)]
const hookTerms = { name: 'Ledger', url: 'https://books.example/hook', happenings: ['bill.paid', 'payment.recorded'] } as const

const byAda = (stream: StreamName) => on(stream, `user:${ada}`)
const onNetwork = byAda(`network-${network}`)
const onAccess = on(`visits-${network}`, `user:${ben}`)
const onRepair = byAda(`mending-${network}`)
const onProfile = byAda(`profile-${profile}`)
const byGuest = (stream: StreamName) => on(stream, 'guest')
const onCarded = on(`bill-${carded}`, 'system:stripe')
const onPayout = on(`payout-${payout}`, 'system:stripe')
const onDues = byAda(`program-${dues}`)
const byAutopay = on(`mandate-${mandate}`, 'system:autopay')
const ofCharge = { mandateId: mandate, billId: byHand, dueDate: day('2028-06-30') }
const onPlanned = on(`bill-${byHand}`, 'guest')
const onPicnic = byAda(`program-${picnic}`)
const onCampaign = byAda(`campaign-${dues}`)
const onSlice = byAda(`upload-${upload}.0`)
const onLaunch = on(`run-${launch}`, 'system:campaign')
const onPeriod = on(`run-${period}`, 'system:campaign')
const onOverpaid = byAda(`bill-${overpaid}`)
const fromPayor = on(`bill-${overpaid}`, 'guest')
const onCredited = byAda(`bill-${credited}`)
const onReplaced = byAda(`bill-${replaced}`)
const onMail = (messageId: MessageId) => on(`message-${messageId}`, 'system:mail')
const onClicked = onMail(clicked)
const onRetried = onMail(retried)
const onReminders = on(`reminders-${address}`, 'guest')

/**
 * The log of a small network, in order: every event in every shape ever written. Existing entries never change; a
 * change of an events.ts adds entries.
 */
const historyWith = async (seal: Seal) => {
  const held = { method: 'check', receivedOn: day('2026-06-01') } as const
  const oneCheck = { ...held, networkId: network, payerId: first } as const
  const atStripe = { intentId: 'pi_12F', accountId: connected }
  const oneCard = { networkId: network, payerId: first, amount: 5_000, method: 'credit', receivedOn: null, language: 'es', stripe: atStripe } as const
  const heldByCard = { method: 'credit', receivedOn: null, stripe: { ...atStripe, attempt: 1 } } as const
  const attemptIn = (remittanceId: PaymentId) => ({ attempt: 1, profileId: profile, accountId: connected, remittanceId })
  const toBoth = { networkId: network, accountId: connected, intentOwner: 'guests', owner: first }
  const partsOf = (ofFirst: PaymentId, ofNora: PaymentId, attempt: number) => [
    { billId: cardedFirst, paymentId: ofFirst, amount: 4_000, attempt },
    { billId: cardedNora, paymentId: ofNora, amount: 1_000, attempt },
  ]
  const inDeposit = { depositId: deposit, networkId: network }
  const onDeposit = byAda(`deposit-${deposit}`)
  const until = moment('2027-01-31T05:59:59.999Z')
  const invited = async (invitationId: string, email: string) => ({
    networkId: network,
    invitationId,
    invitee: await seal(invitationId, { email }),
    expiresAt: null,
    acceptUntil: moment('2026-01-15T09:00:00.000Z'),
  })
  return [
    byAda('slug-grace-synod')('SlugReserved', { slug: 'grace-synod', networkId: network }),
    onNetwork('NetworkCreated', {
      networkId: network,
      name: 'Grace',
      slug: 'grace-synod',
      description: null,
      timeZone: 'UTC',
      reminderDays: [1],
      createdBy: ada,
    }),
    onNetwork('NetworkRoleGranted', { networkId: network, userId: ada, role: 'Admin' }),
    onNetwork('NetworkSettingsChanged', { networkId: network, ...settings }),
    onNetwork('NetworkSettingsChanged', { networkId: network, ...settings, language: 'es', trackMail: true }),
    onNetwork('NetworkSettingsChanged', {
      networkId: network,
      ...settings,
      language: 'es',
      trackMail: false,
      secondFactor: true,
      mailSeals: false,
      ...askWhom,
    }),
    onNetwork('NetworkSettingsEdited', {
      networkId: network,
      ...settings,
      language: 'es',
      trackMail: false,
      secondFactor: true,
      mailSeals: false,
      ...askWhom,
      reminderDays: [-7, 14],
    }),
    onNetwork('NetworkSettingsEdited', { networkId: network, reminderDays: [-7, 1, 14] }),
    onNetwork('NetworkSettingsEdited', { networkId: network, contactPhone: '555-0100' }),
    onNetwork('PersonInvited', { ...(await invited(accepted, 'ben@example.org')), role: 'Auditor', expiresAt: until }),
    onNetwork('InvitationAccepted', { networkId: network, invitationId: accepted, userId: ben }),
    onNetwork('TemporaryRoleGranted', { networkId: network, userId: ben, role: 'Auditor', expiresAt: until }),
    onNetwork('PersonInvited', { ...(await invited(declined, 'dora@example.org')), role: 'Admin' }),
    onNetwork('InvitationDeclined', { networkId: network, invitationId: declined, userId: cleo }),
    onNetwork('PersonInvited', { ...(await invited(revoked, 'eli@example.org')), role: 'Admin' }),
    onNetwork('InvitationRevoked', { networkId: network, invitationId: revoked }),
    onNetwork('PersonInvited', { ...(await invited(open, 'finn@example.org')), role: 'Member' }),
    onNetwork('NetworkRoleGranted', { networkId: network, userId: cleo, role: 'Member' }),
    onNetwork('NetworkRoleRevoked', { networkId: network, userId: cleo }),
    onNetwork('SecondFactorsReset', { networkId: network, userId: ben }),
    onNetwork('ApiKeyMade', { networkId: network, keyId: website, name: 'Website', scope: 'read', endsAt: until }),
    onNetwork('ApiKeyMade', { networkId: network, keyId: accounting, name: 'Accounting', scope: 'write', endsAt: null }),
    onNetwork('ApiKeyReplaced', { networkId: network, keyId: accounting, earlierUntil: until }),
    onNetwork('ApiKeyEnded', { networkId: network, keyId: website }),
    onNetwork('WebhookMade', { networkId: network, webhookId: ledgerHook, ...hookTerms }),
    onNetwork('WebhookMade', { networkId: network, webhookId: siteHook, ...hookTerms, name: 'Website' }),
    onNetwork('WebhookChanged', { networkId: network, webhookId: ledgerHook, ...hookTerms, url: 'https://ledger.example/hook', isOn: true }),
    onNetwork('WebhookSecretReplaced', { networkId: network, webhookId: ledgerHook, earlierUntil: until }),
    onNetwork('WebhookSecretReplaced', { networkId: network, webhookId: ledgerHook, earlierUntil: until, keyVersion: 2 }),
    onNetwork('WebhookTurnedOff', { networkId: network, webhookId: ledgerHook, because: 'failing' }),
    onNetwork('WebhookRemoved', { networkId: network, webhookId: siteHook }),
    onNetwork('WebhookMade', { networkId: network, webhookId: registryHook, ...hookTerms, name: 'Registry', keyVersion: 2 }),
    onAccess('AuditorVisited', { networkId: network, userId: ben, hour: moment('2026-01-15T10:00:00.000Z') }),
    onAccess('AuditorTookFile', { networkId: network, userId: ben, file: 'bills.csv' }),
    onAccess('KeyTookFile', { networkId: network, keyId: accounting, file: 'members.csv', hour: moment('2026-01-15T10:00:00.000Z') }),
    onRepair('EventSetAside', {
      ...{ networkId: network, eventId: id(90), eventType: 'PayoutNoted', stream: 'payout-po_0', revision: 0, projections: ['payouts'] },
      ...{ ofThing: true, reason: 'It came twice' },
    }),
    onRepair('EventSetAside', {
      ...{ networkId: network, eventId: id(91), eventType: 'PaymentRecorded', stream: `bill-${overpaid}`, revision: 9, projections: ['ledger'] },
      ...{ ofThing: true, reason: await seal(ruth, 'Ruth paid by another check'), sealedFor: ruth },
    }),

    onProfile('PaymentProfileCreated', { profileId: profile, networkId: network, name: 'Bank', methods: await seal(profile, methods) }),
    onProfile('PaymentProfileChanged', { profileId: profile, name: 'Main account', methods: await seal(profile, { ...methods, Zelle: zelle }) }),
    onProfile('PaymentProfileChanged', {
      profileId: profile,
      name: 'Main account',
      methods: await seal(profile, { ...methods, Zelle: zelle, Check: byMail }),
    }),
    onProfile('PaymentProfileRevealed', { profileId: profile }),
    onProfile('StripeAccountConnected', { profileId: profile, accountId: connected }),
    onProfile('StripeAccountChanged', { profileId: profile, chargesEnabled: true, debitsEnabled: true, wanted: ['identity.business_details'] }),

    onDues('ProgramCreated', { programId: dues, networkId: network, terms }),
    onDues('ProgramChanged', { programId: dues, terms: { ...terms, name: 'Yearly dues', description: 'For the synod' } }),
    onDues('PaymentProfileAttached', { programId: dues, profileId: profile }),
    onDues('ProgramActivated', { programId: dues }),
    onDues('ProgramCompleted', { programId: dues }),
    onDues('ProgramActivated', { programId: dues }),
    onPicnic('ProgramCreated', { programId: picnic, networkId: network, terms: { ...terms, name: 'Picnic', frequency: 'OneTime' } }),
    onPicnic('ProgramArchived', { programId: picnic }),

    byAda(`upload-${upload}`)('UploadStarted', { uploadId: upload, networkId: network, programId: dues, uploadType: 'individualMembers', slices: 1 }),
    onSlice('MembersRegistered', {
      uploadId: upload,
      networkId: network,
      members: [
        { memberId: first, kind: 'congregation', person: await seal(first, personNamed('First Church')), memberSince: null, congregationId: null },
        { memberId: ruth, kind: 'individual', person: ruthSealed, memberSince: day('1999-05-01'), congregationId: first },
        { memberId: ole, kind: 'individual', person: await seal(ole, personNamed('Ole Berg')), memberSince: null, congregationId: null },
      ],
    }),
    onSlice('PayorsEnrolled', {
      uploadId: upload,
      networkId: network,
      programId: dues,
      payors: [
        { payorId: ruth, kind: 'individual', amount: 10_000 },
        { payorId: ole, kind: 'individual', amount: null },
      ],
    }),
    byAda(`member-${ruth}`)('MemberChanged', {
      networkId: network,
      memberId: ruth,
      kind: 'individual',
      person: await seal(ruth, personNamed('Ruth Berg', { firstName: 'Ruth', lastName: 'Berg', phone: '(320) 555-0199' })),
      memberSince: day('1999-05-01'),
      congregationId: first,
    }),

    onOverpaid('BillIssued', { ...billTerms, ...ofRuth, billId: overpaid, amount: 10_000 }),
    onCredited('BillIssued', { ...billTerms, ...ofRuth, billId: credited, amount: 6_000, dueDate: day('2027-06-30'), period: day('2027-06-30') }),
    onOverpaid('BillAmountChanged', { billId: overpaid, amount: 12_000 }),
    fromPayor('PaymentClaimed', { billId: overpaid, claimId: id(91), method: 'zelle', withdrawHash: 'a'.repeat(64) }),
    on(`bill-${overpaid}`, 'system:calendar')('PaymentClaimOverdue', { billId: overpaid, networkId: network, claimId: id(91) }),
    fromPayor('PaymentClaimWithdrawn', { billId: overpaid, claimId: id(91) }),
    fromPayor('PaymentClaimed', { billId: overpaid, claimId: id(92), method: 'wire', withdrawHash: 'b'.repeat(64) }),
    onOverpaid('PaymentNotReceived', { billId: overpaid, claimId: id(92), reason: 'Nothing came' }),
    fromPayor('PaymentClaimed', { billId: overpaid, claimId: id(93), method: 'wire', withdrawHash: 'c'.repeat(64) }),
    onOverpaid('PaymentNotReceived', { billId: overpaid, claimId: id(93), reason: await seal(ruth, 'Still nothing'), sealedFor: ruth }),
    onOverpaid('PaymentRecorded', { ...byCheck, billId: overpaid, paymentId: spent, amount: 20_000, applied: 12_000, reference: 'No. 7' }),
    onOverpaid('BillAdjusted', {
      billId: overpaid,
      adjustmentId: id(94),
      amount: -2_000,
      reason: 'Agreed',
      released: [{ paymentId: spent, amount: 2_000 }],
    }),
    onOverpaid('BillAdjusted', {
      billId: overpaid,
      adjustmentId: id(95),
      amount: 500,
      reason: await seal(ruth, 'Late fee'),
      released: [],
      sealedFor: ruth,
    }),

    // The overpaid bill's credit: one part is used, one is refunded, and one is left.
    onOverpaid('CreditUsed', { billId: overpaid, creditId: returned, paymentId: spent, amount: 5_000, toBillId: credited, reason: 'Hers' }),
    onCredited('CreditApplied', { billId: credited, creditId: returned, paymentId: spent, fromBillId: overpaid, amount: 4_000, reason: 'Hers' }),
    onOverpaid('CreditReturned', { billId: overpaid, creditId: returned, paymentId: spent, amount: 1_000 }),
    onCredited('CreditTakenBack', {
      billId: credited,
      creditId: returned,
      paymentId: spent,
      fromBillId: overpaid,
      amount: 4_000,
      reason: 'Not hers',
    }),
    onOverpaid('CreditReturned', { billId: overpaid, creditId: returned, paymentId: spent, amount: 4_000 }),
    onOverpaid('CreditUsed', { ...used, creditId: taken, amount: 1_000, reason: await seal(ruth, 'Next year'), sealedFor: ruth }),
    onCredited('CreditApplied', { ...applied, creditId: taken, amount: 1_000, reason: await seal(ruth, 'Next year'), sealedFor: ruth }),
    onCredited('CreditTakenBack', { ...applied, creditId: taken, amount: 1_000, reason: await seal(ruth, 'Too early'), sealedFor: ruth }),
    onOverpaid('CreditReturned', { billId: overpaid, creditId: taken, paymentId: spent, amount: 1_000 }),
    onOverpaid('CreditUsed', { ...used, creditId: kept, amount: 2_000, reason: 'Hers' }),
    onCredited('CreditApplied', { ...applied, creditId: kept, amount: 2_000, reason: 'Hers' }),
    onOverpaid('CreditRefunded', { billId: overpaid, refundId: id(96), paymentId: spent, amount: 500, reason: 'Asked for' }),
    onOverpaid('CreditRefunded', {
      billId: overpaid,
      refundId: id(97),
      paymentId: spent,
      amount: 500,
      reason: await seal(ruth, 'Moved'),
      sealedFor: ruth,
    }),
    onCredited('PaymentRecorded', { ...byCheck, billId: credited, paymentId: mistaken, amount: 3_000, applied: 3_000, reference: null }),
    onCredited('PaymentReversed', { billId: credited, paymentId: mistaken, applied: 3_000, unapplied: 0, reason: 'Bounced' }),
    onCredited('PaymentRecorded', {
      ...byCheck,
      billId: credited,
      paymentId: misread,
      amount: 1_500,
      applied: 1_500,
      reference: await seal(ruth, 'No. 8'),
      sealedFor: ruth,
    }),
    onCredited('PaymentReversed', {
      billId: credited,
      paymentId: misread,
      applied: 1_500,
      unapplied: 0,
      reason: await seal(ruth, 'Misread'),
      sealedFor: ruth,
    }),
    onCredited('PaymentClaimed', { billId: credited, claimId: id(103), method: 'zelle', withdrawHash: 'e'.repeat(64), language: 'es' }),
    onCredited('PaymentRecorded', {
      ...byCheck,
      billId: credited,
      paymentId: spoken,
      amount: 1_000,
      applied: 1_000,
      reference: null,
      language: 'es',
      receiptTo: await seal(ruth, 'tom@example.org'),
      sealedFor: ruth,
    }),
    onCredited('PaymentReversed', { billId: credited, paymentId: spoken, applied: 1_000, unapplied: 0, reason: 'By mistake' }),
    onCredited('PaymentClaimWithdrawn', { billId: credited, claimId: id(103) }),

    onReplaced('BillIssued', { ...billTerms, ...ofFirst, billId: replaced, amount: 8_000 }),
    onReplaced('BillArchived', { billId: replaced, reason: 'Closed', waived: 8_000 }),
    onReplaced('BillUnarchived', { billId: replaced }),
    onReplaced('BillArchived', { billId: replaced, reason: await seal(first, 'Merged'), waived: 8_000, sealedFor: first }),
    onReplaced('BillReplaced', { billId: replaced, newBillId: replacing }),
    byAda(`bill-${replacing}`)('BillIssued', { ...billTerms, ...ofFirst, billId: replacing, amount: 9_000, n: 1 }),
    on(`bill-${replacing}`, 'guest')('PaymentClaimed', { billId: replacing, claimId: id(98), method: 'venmo', withdrawHash: 'd'.repeat(64) }),

    byAda(`bill-${carded}`)('BillIssued', { ...billTerms, ...ofRuth, billId: carded, amount: 6_000, n: 2 }),
    onCarded('PaymentAttemptOpened', { billId: carded, attempt: 1, amount: 6_000, profileId: profile, accountId: connected }),
    onCarded('PaymentAttemptClosed', { billId: carded, attempt: 1 }),
    onCarded('PaymentAttemptOpened', { billId: carded, attempt: 2, amount: 6_000, profileId: profile, accountId: connected }),
    onCarded('PaymentIntentCreated', { billId: carded, attempt: 2, intentId: 'pi_2' }),
    onCarded('DebitStarted', { billId: carded, attempt: 2, amount: 6_000 }),
    onCarded('ReceiptRequested', { billId: carded, attempt: 2, paymentId: null, receiptTo: 'tom@example.org' }),
    onCarded('DebitFailed', { billId: carded, attempt: 2, code: 'insufficient_funds' }),
    onCarded('DebitStarted', { billId: carded, attempt: 2, amount: 6_000 }),
    onCarded('DebitFailed', { billId: carded, attempt: 2, code: 'insufficient_funds', language: 'es' }),
    onCarded('PaymentAttemptOpened', { billId: carded, attempt: 3, amount: 6_000, profileId: profile, accountId: connected }),
    onCarded('PaymentIntentCreated', { billId: carded, attempt: 3, intentId: 'pi_3' }),
    onCarded('PaymentRecorded', {
      billId: carded,
      paymentId: charged,
      amount: 6_000,
      applied: 6_000,
      method: 'credit',
      reference: await seal(ruth, 'Visa 4242'),
      receivedOn: null,
      stripe: { intentId: 'pi_3', accountId: connected, attempt: 3 },
      sealedFor: ruth,
    }),
    onCarded('ReceiptRequested', {
      billId: carded,
      attempt: 3,
      paymentId: charged,
      receiptTo: await seal(ruth, 'tom@example.org'),
      language: 'es',
      sealedFor: ruth,
    }),
    onCarded('PaymentFeeNoted', { billId: carded, paymentId: charged, fee: 204, net: 5_796 }),
    onCarded('RefundRequested', { billId: carded, refundId: id(101), paymentId: charged, amount: 1_000, reason: 'Twice' }),
    onCarded('PaymentRefunded', { billId: carded, refundId: id(101), paymentId: charged, amount: 1_000, applied: 1_000, unapplied: 0, reason: null }),
    onCarded('RefundFailed', { billId: carded, refundId: id(101), paymentId: charged, applied: 1_000, unapplied: 0 }),
    onCarded('RefundRequested', {
      billId: carded,
      refundId: id(102),
      paymentId: charged,
      amount: 1_500,
      reason: await seal(ruth, 'Half'),
      sealedFor: ruth,
    }),
    onCarded('PaymentRefunded', {
      billId: carded,
      refundId: id(102),
      paymentId: charged,
      amount: 1_500,
      applied: 1_500,
      unapplied: 0,
      reason: await seal(ruth, 'Half'),
      sealedFor: ruth,
    }),
    onCarded('PaymentDisputed', { billId: carded, disputeId: 'du_1', paymentId: charged, amount: 4_500, applied: 4_500, unapplied: 0 }),
    onCarded('DisputeWon', { billId: carded, disputeId: 'du_1', paymentId: charged, applied: 4_500, unapplied: 0 }),
    onCarded('PaymentDisputed', { billId: carded, disputeId: 'du_2', paymentId: charged, amount: 4_500, applied: 4_500, unapplied: 0 }),
    onCarded('DisputeLost', { billId: carded, disputeId: 'du_2', paymentId: charged }),
    onPayout('PayoutNoted', { ...sentToBank, status: 'in_transit' }),
    onPayout('PayoutNoted', { ...sentToBank, status: 'paid' }),
    onPayout('PayoutLinesNoted', {
      payoutId: payout,
      lines: [
        { transactionId: 'txn_1', kind: 'payment', intentId: 'pi_3', gross: 6_000, fee: 204, net: 5_796 },
        { transactionId: 'txn_2', kind: 'refund', intentId: 'pi_3', gross: -1_500, fee: 0, net: -1_500 },
      ],
    }),

    onCampaign('CampaignScheduled', { ...here, launchAt: moment('2026-02-01T15:00:00.000Z') }),
    onCampaign('CampaignFailed', { ...here, missing: ['memberUpload'] }),
    onCampaign('CampaignLaunched', { ...here, runId: launch, on: begun }),
    onLaunch('RunStarted', { runId: launch, programId: dues, total: 2 }),
    onLaunch('RunHeldUp', { runId: launch, programId: dues, reason: 'unreachable' }),
    onLaunch('RunWentOn', { runId: launch, programId: dues }),
    onClicked('MessageQueued', {
      ...aboutMail,
      messageId: clicked,
      runId: launch,
      purpose: 'bill',
      payorId: ruth,
      bills: [{ billId: overpaid, rung: null }],
    }),
    onClicked('MessageSent', { messageId: clicked, runId: launch }),
    onClicked('MessageOpened', { messageId: clicked }),
    onClicked('MessageClicked', { messageId: clicked }),
    onMail(printed)('MessageWithheld', {
      ...aboutMail,
      messageId: printed,
      runId: launch,
      purpose: 'bill',
      payorId: first,
      bills: [{ billId: replacing, rung: null }],
    }),
    onLaunch('RunEnded', { runId: launch, programId: dues, failed: false, error: null }),
    onCampaign('CampaignPeriodBilled', { ...here, period: day('2027-06-30') }),
    onCampaign('CampaignRunRequested', { ...here, runId: period, reason: 'period' }),
    onPeriod('RunStarted', { runId: period, programId: dues, total: 1 }),
    onPeriod('RunHeldUp', { runId: period, programId: dues, reason: 'deferred' }),
    onPeriod('RunEnded', { runId: period, programId: dues, failed: true, error: 'Given up.' }),
    onCampaign('CampaignPaused', here),
    onCampaign('CampaignResumed', { ...here, runId: resume, on: day('2026-03-01') }),
    onCampaign('CampaignCompleted', here),
    onCampaign('CampaignReopened', { ...here, runId: late }),

    onMail(failed)('MessageQueued', { ...aboutMail, ...notReceived, messageId: failed, payorId: ruth, note: 'Nothing came' }),
    onMail(returnNoticed)('MessageQueued', {
      ...aboutMail,
      messageId: returnNoticed,
      runId: null,
      purpose: 'debit-returned',
      payorId: ruth,
      bills: [{ billId: carded, rung: null }],
      change: { kind: 'debit-returned', amount: 9_000, code: 'insufficient_funds' },
    }),
    onMail(returnNoticed)('MessageSent', { messageId: returnNoticed, runId: null }),
    onMail(toGuest)('MessageQueued', {
      ...aboutMail,
      messageId: toGuest,
      runId: null,
      purpose: 'guest-receipt',
      payorId: ruth,
      paymentId: charged,
      bills: [{ billId: carded, rung: null }],
      language: 'es',
      to: await seal(ruth, 'tom@example.org'),
      sealedFor: ruth,
    }),
    onMail(toGuest)('MessageSent', { messageId: toGuest, runId: null }),
    onMail(failed)('MessageFailed', { messageId: failed, runId: null, error: 'Mailbox full' }),
    onRetried('MessageQueued', {
      ...aboutMail,
      ...notReceived,
      messageId: retried,
      payorId: ruth,
      note: await seal(ruth, 'Still nothing'),
      sealedFor: ruth,
    }),
    onRetried('MessageFailed', { messageId: retried, runId: null, error: await seal(ruth, 'ruth@example.org is full'), sealedFor: ruth }),
    onRetried('MessageRetried', { messageId: retried }),
    onRetried('MessageSent', { messageId: retried, runId: null }),
    onRetried('MessageBounced', { messageId: retried, error: 'No such user' }),
    onRetried('MessageRetried', { messageId: retried }),
    onRetried('MessageSent', { messageId: retried, runId: null }),
    onRetried('MessageBounced', { messageId: retried, error: await seal(ruth, 'ruth@example.org is gone'), sealedFor: ruth }),
    onMail(unreceived)('MessageWithheld', {
      ...aboutMail,
      ...notReceived,
      messageId: unreceived,
      payorId: first,
      note: await seal(first, 'Nothing'),
      sealedFor: first,
    }),
    onMail(settled)('MessageQueued', {
      ...aboutMail,
      messageId: settled,
      runId: null,
      purpose: 'reminder',
      payorId: ruth,
      bills: [{ billId: credited, rung: -7 }],
    }),
    onMail(settled)('MessageDropped', { messageId: settled, runId: null }),
    onMail(shared)('MessageQueued', {
      ...aboutMail,
      messageId: shared,
      runId: null,
      purpose: 'reminder',
      payorId: ruth,
      bills: [
        { billId: credited, rung: 0 },
        { billId: replacing, rung: 0 },
      ],
    }),
    onMail(shared)('MessageSent', { messageId: shared, runId: null, told: [credited] }),
    onReminders('RemindersStopped', { networkId: network, address }),
    onReminders('RemindersWanted', { networkId: network, address }),
    onReminders('RemindersStopped', { networkId: network, address }),
    onReminders('AddressFailed', { networkId: network, address, payorId: ruth, reason: 'unknown' }),
    onReminders('AddressTakenUp', { networkId: network, address }),
    onReminders('AddressFailed', { networkId: network, address, payorId: ruth, reason: 'complaint' }),

    byAda(`bill-${forgotten}`)('BillIssued', { ...billTerms, billId: forgotten, payorId: ole, payorKind: 'individual', amount: 2_500 }),
    byAda(`bill-${forgotten}`)('PaymentRecorded', {
      ...byCheck,
      billId: forgotten,
      paymentId: oles,
      amount: 2_500,
      applied: 2_500,
      reference: await seal(ole, 'Ole, No. 9'),
      sealedFor: ole,
    }),
    byAda(`member-${ole}`)('MemberForgotten', { memberId: ole, networkId: network }),
    byAda(`member-${first}`)('MemberChanged', {
      networkId: network,
      memberId: first,
      kind: 'congregation',
      person: await seal(first, personNamed('First Church', { contactName: 'Ruth Bell' })),
      memberSince: null,
      congregationId: null,
      row: 2,
    }),
    byAda(`bill-${uploaded}`)('BillIssued', { ...billTerms, ...ofFirst, billId: uploaded, amount: 1_000, period: day('2028-06-30'), row: 2 }),
    byAda(`bill-${uploaded}`)('BillAmountChanged', { billId: uploaded, amount: 1_200, byReprice: true }),

    byAda(`member-${nora}`)('MemberAdded', {
      networkId: network,
      memberId: nora,
      kind: 'individual',
      person: await seal(nora, personNamed('Nora van Dahl', { firstName: 'Nora', lastName: 'van Dahl' })),
      memberSince: null,
      congregationId: first,
    }),
    byAda(`upload-${enrolment}.0`)('PayorEnrolled', {
      uploadId: enrolment,
      networkId: network,
      programId: dues,
      payor: { payorId: nora, kind: 'individual', amount: null },
    }),
    byAda(`bill-${byHand}`)('BillIssued', { ...billTerms, billId: byHand, payorId: nora, payorKind: 'individual', amount: 700, byHand: true }),
    byAda(`upload-${removal}.0`)('PayorRemoved', { uploadId: removal, networkId: network, programId: dues, payorId: nora, openBills: 'keep' }),

    byAda(`bill-${shareOfFirst}`)('BillIssued', { ...billTerms, ...ofFirst, billId: shareOfFirst, amount: 5_000, period: day('2029-06-30') }),
    byAda(`bill-${shareOfNora}`)('BillIssued', {
      ...billTerms,
      ...{ billId: shareOfNora, payorId: nora, payorKind: 'individual', amount: 3_000, period: day('2029-06-30') },
    }),
    byAda(`remittance-${joint}`)('RemittanceStarted', {
      ...{ ...oneCheck, remittanceId: joint, amount: 8_500, reference: await seal(first, 'No. 12'), sealedFor: first, owner: first },
      parts: [
        { billId: shareOfFirst, paymentId: joint, amount: 5_500 },
        { billId: shareOfNora, paymentId: ofNora, amount: 3_000 },
      ],
    }),
    byAda(`bill-${shareOfNora}`)('PaymentHeld', {
      ...{ ...held, billId: shareOfNora, paymentId: ofNora, remittanceId: joint, amount: 3_000, applied: 3_000 },
      ...{ reference: await seal(nora, 'No. 12'), sealedFor: nora },
    }),
    byAda(`bill-${shareOfFirst}`)('PaymentHeld', {
      ...{ ...held, billId: shareOfFirst, paymentId: joint, remittanceId: joint, amount: 5_500, applied: 5_000 },
      ...{ reference: await seal(first, 'No. 12'), sealedFor: first },
    }),
    byAda(`remittance-${joint}`)('RemittanceRecorded', {
      ...{ ...oneCheck, remittanceId: joint, amount: 8_500, reference: await seal(first, 'No. 12'), sealedFor: first },
      allocations: [
        { billId: shareOfFirst, paymentId: joint, amount: 5_500, applied: 5_000, revision: 1 },
        { billId: shareOfNora, paymentId: ofNora, amount: 3_000, applied: 3_000, revision: 1 },
      ],
    }),
    byAda(`remittance-${joint}`)('RemittanceReversed', {
      ...{ remittanceId: joint, networkId: network, reversalId: id(97), billIds: [shareOfNora] },
      ...{ reason: await seal(first, 'Not hers'), sealedFor: first },
    }),
    byAda(`bill-${shareOfNora}`)('PaymentReversed', {
      ...{ billId: shareOfNora, paymentId: ofNora, applied: 3_000, unapplied: 0, reason: await seal(nora, 'Not hers'), sealedFor: nora },
    }),
    byAda(`remittance-${refusedOne}`)('RemittanceStarted', {
      ...{ ...oneCheck, remittanceId: refusedOne, amount: 2_000, reference: null, owner: first },
      parts: [
        { billId: shareOfNora, paymentId: refusedOne, amount: 1_000 },
        { billId: replaced, paymentId: noraRefused, amount: 1_000 },
      ],
    }),
    byAda(`bill-${shareOfNora}`)('PaymentHeld', {
      ...{ ...held, billId: shareOfNora, paymentId: refusedOne, remittanceId: refusedOne, amount: 1_000, applied: 1_000, reference: null },
    }),
    byAda(`remittance-${refusedOne}`)('RemittanceRefused', { remittanceId: refusedOne, networkId: network, billId: replaced }),
    byAda(`bill-${shareOfNora}`)('HeldPaymentReleased', {
      ...{ billId: shareOfNora, paymentId: refusedOne, remittanceId: refusedOne, applied: 1_000, unapplied: 0 },
    }),
    byAda(`remittance-${plain}`)('RemittanceStarted', {
      ...{ ...oneCheck, payerId: null, remittanceId: plain, amount: 700, reference: null, owner: nora },
      parts: [{ billId: shareOfNora, paymentId: plain, amount: 700 }],
    }),
    byAda(`bill-${shareOfNora}`)('PaymentHeld', {
      ...{ ...held, billId: shareOfNora, paymentId: plain, remittanceId: plain, amount: 700, applied: 700, reference: null },
    }),
    byAda(`remittance-${plain}`)('RemittanceRecorded', {
      ...{ ...oneCheck, payerId: null, remittanceId: plain, amount: 700, reference: null },
      allocations: [{ billId: shareOfNora, paymentId: plain, amount: 700, applied: 700, revision: 6 }],
    }),
    byAda(`remittance-${plain}`)('RemittanceReversed', {
      ...{ remittanceId: plain, networkId: network, reversalId: id(98), billIds: [shareOfNora], reason: 'Bounced' },
    }),
    byAda(`bill-${shareOfNora}`)('PaymentReversed', { billId: shareOfNora, paymentId: plain, applied: 700, unapplied: 0, reason: 'Bounced' }),
    byAda(`bill-${cardedFirst}`)('BillIssued', { ...billTerms, ...ofFirst, billId: cardedFirst, amount: 4_000, period: day('2030-06-30') }),
    byAda(`bill-${cardedNora}`)('BillIssued', {
      ...billTerms,
      ...{ billId: cardedNora, payorId: nora, payorKind: 'individual', amount: 1_000, period: day('2030-06-30') },
    }),
    byGuest(`remittance-${givenUp}`)('RemittanceOpened', { ...toBoth, remittanceId: givenUp, parts: partsOf(givenUp, payment(29), 1) }),
    byGuest(`remittance-${givenUp}`)('RemittanceClosed', { remittanceId: givenUp, networkId: network }),
    byGuest(`bill-${cardedNora}`)('PaymentClaimed', {
      ...{ billId: cardedNora, claimId: id(186), method: 'zelle', withdrawHash: 'e'.repeat(64), together: [cardedNora, shareOfNora] },
    }),
    byGuest(`bill-${cardedNora}`)('PaymentClaimWithdrawn', { billId: cardedNora, claimId: id(186) }),
    byGuest(`bill-${cardedFirst}`)('PaymentAttemptOpened', { ...attemptIn(byCard), billId: cardedFirst, amount: 4_000 }),
    byGuest(`bill-${cardedNora}`)('PaymentAttemptOpened', { ...attemptIn(byCard), billId: cardedNora, amount: 1_000 }),
    byGuest(`remittance-${byCard}`)('RemittanceOpened', { ...toBoth, remittanceId: byCard, parts: partsOf(byCard, noraByCard, 1) }),
    byGuest(`remittance-${byCard}`)('RemittanceIntentCreated', { remittanceId: byCard, networkId: network, intentId: 'pi_12F' }),
    byGuest(`bill-${cardedFirst}`)('PaymentIntentCreated', { billId: cardedFirst, attempt: 1, intentId: 'pi_12F' }),
    byGuest(`bill-${cardedNora}`)('PaymentIntentCreated', { billId: cardedNora, attempt: 1, intentId: 'pi_12F' }),
    byGuest(`remittance-${byCard}`)('RemittanceStarted', {
      ...{ ...oneCard, remittanceId: byCard, owner: first, receiptTo: await seal(first, 'uncle@example.org'), sealedFor: first },
      ...{ reference: await seal(first, 'Visa 4242'), parts: partsOf(byCard, noraByCard, 1).map(({ attempt: _, ...part }) => part) },
    }),
    byGuest(`bill-${cardedNora}`)('PaymentHeld', {
      ...{ ...heldByCard, billId: cardedNora, paymentId: noraByCard, remittanceId: byCard, amount: 1_000, applied: 1_000 },
      ...{ reference: await seal(nora, 'Visa 4242'), sealedFor: nora },
    }),
    byGuest(`bill-${cardedFirst}`)('PaymentHeld', {
      ...{ ...heldByCard, billId: cardedFirst, paymentId: byCard, remittanceId: byCard, amount: 4_000, applied: 4_000 },
      ...{ reference: await seal(first, 'Visa 4242'), sealedFor: first },
    }),
    byGuest(`remittance-${byCard}`)('RemittanceRecorded', {
      ...{ ...oneCard, remittanceId: byCard, receiptTo: await seal(first, 'uncle@example.org'), sealedFor: first },
      reference: await seal(first, 'Visa 4242'),
      allocations: [
        { billId: cardedFirst, paymentId: byCard, amount: 4_000, applied: 4_000, revision: 3 },
        { billId: cardedNora, paymentId: noraByCard, amount: 1_000, applied: 1_000, revision: 5 },
      ],
    }),
    byAda(`mandate-${mandate}`)('MandateGiven', {
      ...{ mandateId: mandate, networkId: network, programId: null, userId: ada, profileId: profile, accountId: connected },
      method: { kind: 'credit', customerId: 'cus_1F', methodId: 'pm_1F' },
      card: await seal(mandate, { brand: 'visa', last4: '4242' }),
      consent: { text: 'I allow Synod to charge my bills.', language: 'en', at: moment('2028-01-05T09:00:00.000Z') },
    }),
    byAutopay('ChargeNoticed', { ...ofCharge, amount: 700, on: day('2028-06-30') }),
    byAutopay('ChargeStarted', { ...ofCharge, amount: 700, intentId: 'pi_9F' }),
    byAutopay('ChargeFailed', { ...ofCharge, kind: 'soft', code: 'insufficient_funds', retryOn: day('2028-07-03') }),
    byAutopay('ChargeStarted', { ...ofCharge, amount: 700, intentId: 'pi_10F' }),
    byAutopay('ChargeFailed', { ...ofCharge, kind: 'hard', code: 'lost_card', retryOn: null }),
    byAutopay('ChargeNoticed', { ...ofCharge, dueDate: day('2029-06-30'), amount: 700, on: day('2029-06-30') }),
    byAutopay('ChargeStarted', { ...ofCharge, dueDate: day('2029-06-30'), amount: 700, intentId: 'pi_11F' }),
    byAutopay('ChargeSucceeded', { ...ofCharge, dueDate: day('2029-06-30') }),
    byAutopay('ChargeNoticed', { ...ofCharge, dueDate: day('2030-06-30'), amount: 700, on: day('2030-06-30') }),
    byAutopay('ChargeDropped', { ...ofCharge, dueDate: day('2030-06-30'), because: 'disputed' }),
    byAda(`mandate-${mandate}`)('ChargeSkipped', { ...ofCharge, dueDate: day('2031-06-30') }),
    byAutopay('MandateEnded', { mandateId: mandate, because: 'method-removed' }),
    byAda(`bankline-${bankLine}`)('BankLineImported', {
      ...{ lineId: bankLine, networkId: network, profileId: profile, statementId: statement, bookedOn: day('2028-06-30'), amount: 700 },
      ...{ text: await seal(profile, 'ZELLE FROM RUTH'), counterparty: await seal(profile, 'Ruth'), sealedFor: profile },
    }),
    byAda(`bankline-${bankLine}`)('BankLineIgnored', {
      ...{ lineId: bankLine, networkId: network, reason: await seal(profile, 'A loan of Ruth'), sealedFor: profile },
    }),
    byAda(`bankline-${bankLine}`)('BankLineReopened', { lineId: bankLine, networkId: network }),
    byAda(`bankline-${bankFee}`)('BankLineImported', {
      ...{ lineId: bankFee, networkId: network, profileId: profile, statementId: statement, bookedOn: day('2028-06-30'), amount: -500 },
      ...{ text: 'FEE', counterparty: null },
    }),
    byAda(`bankline-${bankFee}`)('BankLineIgnored', { lineId: bankFee, networkId: network, reason: 'A fee' }),
    byAda(`statement-${statement}`)('StatementImported', {
      ...{ statementId: statement, networkId: network, profileId: profile, digest: 'e3b0', format: 'csv' },
      ...{ lines: 2, added: 2, repeated: 0, unreadable: 1, columns: { date: 'Date', amount: 'Amount', text: ['Memo'] } },
    }),
    byAda(`statement-${secondStatement}`)('StatementImported', {
      ...{ statementId: secondStatement, networkId: network, profileId: profile, digest: 'e3b1', format: 'ofx' },
      ...{ lines: 2, added: 0, repeated: 2, unreadable: 0 },
    }),

    onDues('PlansOffered', { programId: dues, counts: [2, 4] }),
    onPlanned('PlanChosen', {
      billId: byHand,
      planId: id(181),
      count: 2,
      parts: [
        { amount: 350, dueDate: day('2026-06-30') },
        { amount: 350, dueDate: day('2026-07-30') },
      ],
      chosenBy: 'payor',
    }),
    onPlanned('PaymentClaimed', { billId: byHand, claimId: id(182), method: 'zelle', withdrawHash: 'd'.repeat(64), amount: 350 }),
    byAda(`bill-${byHand}`)('PaymentRecorded', {
      ...{
        billId: byHand,
        paymentId: id(183) as PaymentId,
        amount: 350,
        applied: 350,
        method: 'zelle',
        reference: null,
        receivedOn: null,
        claimId: id(182),
      },
    }),
    byAda(`bill-${byHand}`)('PlanCancelled', { billId: byHand }),
    byAda(`bill-${byHand}`)('PlanChosen', {
      billId: byHand,
      planId: id(184),
      count: 2,
      parts: [
        { amount: 175, dueDate: day('2026-06-30') },
        { amount: 175, dueDate: day('2026-07-30') },
      ],
      chosenBy: 'admin',
    }),

    // The congregation pays for its member.
    onNetwork('NetworkSettingsChanged', {
      ...{ networkId: network, ...settings, language: 'es', trackMail: false, secondFactor: true, mailSeals: false, ...askWhom },
      congregationsPayForMembers: false,
    }),
    onNetwork('NetworkSettingsEdited', { networkId: network, congregationsPayForMembers: true }),
    onCredited('PaymentAttemptOpened', { billId: credited, attempt: 1, amount: 4_000, profileId: profile, accountId: connected, payerId: first }),
    onCredited('PaymentAttemptClosed', { billId: credited, attempt: 1 }),
    onCredited('PaymentClaimed', { billId: credited, claimId: id(187), method: 'check', withdrawHash: 'f'.repeat(64), payerId: first }),
    onCredited('PaymentRecorded', {
      ...{ billId: credited, paymentId: payment(30), amount: 1_000, applied: 1_000, method: 'check', reference: null, receivedOn: null },
      payerId: first,
    }),
    onCredited('PaymentReversed', { billId: credited, paymentId: payment(30), applied: 1_000, unapplied: 0, reason: 'Bounced' }),
    onCredited('PaymentClaimWithdrawn', { billId: credited, claimId: id(187) }),

    // A check that is taken to the bank, and another one that came when the deposit was closed.
    onNetwork('NetworkSettingsChanged', {
      ...{ networkId: network, ...settings, language: 'es', trackMail: false, secondFactor: true, mailSeals: false, ...askWhom },
      ...{ congregationsPayForMembers: true, depositsCountedByTwo: false },
    }),
    onNetwork('NetworkSettingsEdited', { networkId: network, depositsCountedByTwo: true }),
    onDeposit('DepositOpened', { ...inDeposit, day: day('2026-01-05'), profileId: profile, expectedCount: 2, expectedTotal: 1_000 }),
    onDeposit('DepositChanged', { ...inDeposit, day: day('2026-01-06'), profileId: profile, expectedCount: 2, expectedTotal: 1_500 }),
    byAda(`remittance-${deposited}`)('RemittanceStarted', {
      ...{ ...oneCheck, payerId: null, remittanceId: deposited, amount: 900, reference: null, owner: nora, depositId: deposit },
      parts: [{ billId: shareOfNora, paymentId: deposited, amount: 900 }],
    }),
    onDeposit('DepositItemAdded', { ...inDeposit, remittanceId: deposited, amount: 900 }),
    byAda(`bill-${shareOfNora}`)('PaymentHeld', {
      ...{ ...held, billId: shareOfNora, paymentId: deposited, remittanceId: deposited, amount: 900, applied: 900, reference: null },
    }),
    byAda(`remittance-${deposited}`)('RemittanceRecorded', {
      ...{ ...oneCheck, payerId: null, remittanceId: deposited, amount: 900, reference: null, depositId: deposit },
      allocations: [{ billId: shareOfNora, paymentId: deposited, amount: 900, applied: 900, revision: 7 }],
    }),
    onDeposit('DepositClosed', {
      ...{ ...inDeposit, day: day('2026-01-06'), profileId: profile, count: 1, total: 900 },
      ...{ reason: await seal(deposit, 'One check was lost'), sealedFor: deposit },
    }),
    byAda(`remittance-${notDeposited}`)('RemittanceStarted', {
      ...{ ...oneCheck, payerId: null, remittanceId: notDeposited, amount: 100, reference: null, owner: nora, depositId: deposit },
      parts: [{ billId: shareOfNora, paymentId: notDeposited, amount: 100 }],
    }),
    byAda(`remittance-${notDeposited}`)('RemittanceRefused', { remittanceId: notDeposited, networkId: network }),
    onDeposit('DepositReopened', { ...inDeposit, profileId: profile, reason: await seal(deposit, 'It was found'), sealedFor: deposit }),
    onDeposit('DepositItemAdded', { ...inDeposit, remittanceId: refusedOne, amount: 100 }),
    onDeposit('DepositItemDropped', { ...inDeposit, remittanceId: refusedOne }),
    onDeposit('DepositClosed', { ...inDeposit, day: day('2026-01-06'), profileId: profile, count: 1, total: 900, reason: null }),
    onDeposit('DepositReopened', { ...inDeposit, profileId: profile, reason: 'Recounted' }),
  ] as const
}

type History = Awaited<ReturnType<typeof historyWith>>
/** Fails to compile while a shape has no fixture: the compiler names the missing ones. */
export const eventFixtures: (seal: Seal) => Promise<readonly History[number][]> = historyWith satisfies (seal: Seal) => Promise<Complete<History>>

type Fixtures = Awaited<ReturnType<typeof eventFixtures>>

/** Appends the fixtures in order, a minute apart. */
export const writeFixtures = async (store: EventStore, history: Fixtures): Promise<void> => {
  const revisions = new Map<StreamName, Revision>()
  await store.appendInOrder(
    history.map(({ stream, actor, type, data }, i) => {
      const revision = revisions.get(stream)
      revisions.set(stream, (revision ?? -1) + 1)
      const eventId = `00000000-0000-4000-9000-${String(i).padStart(12, '0')}`
      const at = instantOf(Date.parse('2026-01-05T09:00:00.000Z') + i * 60_000)
      const metadata = { $correlationId: eventId, $causationId: eventId, actor, schema: 1, at }
      return { stream, events: [{ id: eventId, type, data, metadata }], expect: revision ?? 'none' }
    }),
  )
}
