import { type ReturnedMoney, returnedMoneyLetter, waitingClaimsLetter } from '../../modules/bills/letters.ts'
import { foundBillsLetter } from '../../modules/find-bills/letters.ts'
import { alreadyRegisteredLetter, choosePasswordLetter, confirmationLetter, resetLetter } from '../../modules/identity/account-letters.ts'
import { factorCodeLetter, factorsResetLetter, firstFactorLetter, providerLetter, secondFactorLetter } from '../../modules/identity/letters.ts'
import type { Instant, LocalDate } from '../../modules/kernel/dates.ts'
import { type PendingMail, Purpose } from '../../modules/messages/contract.ts'
import { letterOf } from '../../modules/messages/letters.ts'
import { sampleBill, sampleLinks, sampleMail, samplePayment } from '../../modules/messages/samples.ts'
import { kindsOf } from '../../modules/messages/values.ts'
import { admittedLetter, invitationLetter, noticeLetter } from '../../modules/networks/letters.ts'
import type { Letter } from '../../modules/platform/mail/letter.ts'
import { Language } from '../../modules/shared/api.ts'

const contact = { name: 'Naomi Fields', email: 'office@elmsworth.example', phone: '(541) 555-0100', address: null }
const link = 'https://vestry.test/a-link'

const dues = sampleBill('a', { programName: '2026 Annual Ministry Dues', code: 'RUTHBELL', methods: ['Credit', 'BankDebit', 'Zelle', 'Check'] })
const partly = { ...dues, balance: 60_000 }
/** A part of the dues is paid, and the next one of the plan is due on May 31. */
const inParts = { ...partly, next: { amount: 30_000, dueDate: '2026-05-31' as LocalDate } }
const fee = sampleBill('b', { programName: 'Assembly fee', amount: 5_000, balance: 5_000, dueDate: '2026-04-30' as LocalDate })

/** A household's bills that one payment has settled; the last one in part. */
const together = [
  { ...dues, balance: 0, paid: { ...samplePayment, amount: 90_000 } },
  { ...fee, payorName: 'Tom Bell', balance: 0, paid: { ...samplePayment, amount: 5_000 } },
  { ...partly, programName: 'Building fund', payorName: 'Ann Bell', paid: samplePayment },
]

type Said = Readonly<{ bills: PendingMail['bills']; more?: Partial<PendingMail> }>
const overdue = { today: '2026-04-12' as LocalDate }
const special: Readonly<Partial<Record<PendingMail['purpose'], Readonly<Record<string, Said>>>>> = {
  bill: {
    bill: { bills: [dues], more: { today: '2026-03-01' as LocalDate } },
    'bill-partly-paid': { bills: [partly] },
    'bill-in-parts': { bills: [inParts] },
    'bill-of-congregation': { bills: [{ ...dues, payorName: 'Grace Chapel, Tarn Hollow', isOfCongregation: true }] },
  },
  reminder: {
    reminder: { bills: [dues], more: overdue },
    'reminder-in-parts': { bills: [inParts], more: { today: '2026-06-12' as LocalDate } },
    'reminder-of-many': { bills: [partly, fee, { ...inParts, programName: 'Building fund' }], more: overdue },
    'reminder-of-household': { bills: [dues, { ...dues, payorName: 'Tom Bell' }, { ...fee, payorName: 'Ann Bell' }], more: overdue },
  },
  receipt: {
    receipt: { bills: [{ ...dues, balance: 0 }], more: { payment: { ...samplePayment, amount: 90_000 } } },
    'receipt-overpaid': { bills: [{ ...dues, balance: 0 }], more: { payment: { ...samplePayment, amount: 100_000, kept: 10_000 } } },
    'receipt-in-parts': { bills: [inParts], more: { payment: samplePayment, ...overdue } },
    'receipt-of-many': { bills: together, more: { payment: samplePayment, ...overdue } },
    'receipt-partly-paid': { bills: [partly], more: { payment: samplePayment, ...overdue } },
  },
  'guest-receipt': {
    'guest-receipt': { bills: [{ ...dues, balance: 0 }], more: { payment: { ...samplePayment, amount: 90_000 }, email: 'tom@example.org' } },
  },
  'debit-returned': {
    'debit-returned': { bills: [dues], more: { change: { kind: 'debit-returned', amount: 90_000, code: 'insufficient_funds' }, ...overdue } },
  },
  refund: {
    refund: { bills: [dues], more: { change: { kind: 'refunded', amount: 90_000 } } },
    'refund-of-credit': { bills: [{ ...dues, balance: 0 }], more: { change: { kind: 'credit-refunded', amount: 10_000 } } },
    'refund-failed': { bills: [{ ...dues, balance: 0 }], more: { change: { kind: 'refund-failed', amount: 10_000 } } },
  },
  reversal: {
    reversed: { bills: [dues], more: { change: { kind: 'reversed', amount: 90_000 }, ...overdue } },
    disputed: { bills: [dues], more: { change: { kind: 'disputed', amount: 90_000 } } },
    'dispute-won': { bills: [{ ...dues, balance: 0 }], more: { change: { kind: 'dispute-won', amount: 90_000 } } },
    'dispute-lost': { bills: [dues], more: { change: { kind: 'dispute-lost', amount: 90_000 } } },
  },
  'amount-changed': {
    'amount-changed': { bills: [partly], more: { change: { kind: 'amount-changed', amount: 90_000, before: 95_000 } } },
    'amount-lowered': {
      bills: [{ ...dues, amount: 80_000, balance: 0 }],
      more: { change: { kind: 'amount-changed', amount: 80_000, before: 90_000, credit: 10_000 } },
    },
  },
  waived: { waived: { bills: [{ ...dues, open: false, archived: true, balance: 0 }], more: { change: { kind: 'waived', amount: 90_000 } } } },
  credit: {
    'credit-used': { bills: [partly], more: { change: { kind: 'credit-used', amount: 30_000 } } },
    'credit-taken-back': { bills: [dues], more: { change: { kind: 'credit-taken-back', amount: 30_000 } } },
  },
  'claim-received': {
    'claim-received': { bills: [dues] },
    'claim-received-of-many': { bills: [dues, { ...fee, payorName: 'Tom Bell' }] },
    'claim-received-in-parts': { bills: [{ ...inParts, claimed: 30_000 }] },
  },
  'claim-not-received': { 'claim-not-received': { bills: [partly], more: { note: 'No check with this number has come.', ...overdue } } },
}

/** Examples of a kind of mail to payors, one for each change that it reports, unless examples are given above. */
const examplesOf = (purpose: PendingMail['purpose']): Readonly<Record<string, Said>> => {
  const kinds = kindsOf(purpose)
  const plain = kinds.map((kind): [string, Said] => [kind, { bills: [dues], more: { change: { kind, amount: 90_000 } } }])
  return special[purpose] ?? (kinds.length > 0 ? Object.fromEntries(plain) : { [purpose]: { bills: [dues] } })
}

const ofLanguage = (language: Language): Record<string, Letter> => {
  const admission = { networkName: 'Elmsworth Covenant Network', language, timeZone: 'America/Chicago', role: 'Auditor', expiresAt: null } as const
  const origin = { language, network: 'Elmsworth Covenant Network' }
  const letters: Record<string, Letter> = {
    confirmation: confirmationLetter('Ruth', link, origin),
    'choose-password': choosePasswordLetter('Ruth', link, origin),
    'already-registered': alreadyRegisteredLetter('Ruth', link, origin),
    reset: resetLetter('Ruth', link, origin),
    'find-my-bill': foundBillsLetter(language, 'Elmsworth Covenant Network', 'ruth@example.org', link),
    invitation: invitationLetter(admission, '2026-04-30T12:00:00.000Z' as Instant, link),
    admitted: admittedLetter('Ruth', admission, link),
  }
  for (const purpose of Purpose.options)
    for (const [name, { bills, more }] of Object.entries(examplesOf(purpose))) {
      const mail = sampleMail(purpose, bills, { networkName: 'Elmsworth Covenant Network', language, ...more })
      const letter = letterOf(mail, sampleLinks, { contact })
      if (letter) letters[name] = letter
    }
  return letters
}

const returned: Readonly<Record<string, ReturnedMoney>> = {
  disputed: 'PaymentDisputed',
  'dispute-won': 'DisputeWon',
  'dispute-lost': 'DisputeLost',
  'debit-failed': 'DebitFailed',
  'refund-failed': 'RefundFailed',
}
const dueOf = '2026 Annual Ministry Dues of Ruth Okonjo-Bell'
const notice = {
  subject: 'The payment profile General account has changed',
  text: 'Naomi Fields (naomi@elmsworth.example) has changed the payment profile General account of Elmsworth Covenant Network.',
  page: { label: 'Look at the payment profiles', path: '/settings' },
}

/** Mails to Admins are in English, as web-admin is. */
const toAdmins: Readonly<Record<string, Letter>> = {
  'admin-one-claim': waitingClaimsLetter('Naomi', 1, link),
  'admin-claims': waitingClaimsLetter('Naomi', 14, link),
  'admin-notice': noticeLetter('Naomi', notice, link),
  ...Object.fromEntries(
    Object.entries(returned).map(([name, what]) => [`admin-${name}`, returnedMoneyLetter('Naomi', what, '$900.00', dueOf, link)]),
  ),
}

/** An example of every mail, by the name of its screenshot. */
export const allMails = (): Readonly<Record<string, Letter>> => ({
  provider: providerLetter('Ruth', 'Google', true, link),
  'factor-code': factorCodeLetter('Ruth', 'abcd-efgh', link),
  'factors-reset': factorsResetLetter('Ruth', 'Naomi Fields (naomi@elmsworth.example)', 'Elmsworth Covenant Network', link),
  'first-factor': firstFactorLetter(
    'Naomi',
    { firstName: 'Ruth', lastName: 'Bell', email: 'ruth@example.org' },
    'passkey',
    'Elmsworth Covenant Network',
    link,
  ),
  'second-factor': secondFactorLetter('Ruth', 'passkey', true, link),
  ...toAdmins,
  ...Object.fromEntries(
    Language.options.flatMap((language) => Object.entries(ofLanguage(language)).map(([name, letter]) => [`${name}-${language}`, letter])),
  ),
})
