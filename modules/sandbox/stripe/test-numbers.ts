/** The reason why a charge fails, in Stripe's words. */
export type Failure = Readonly<{
  code: string
  decline?: string
  /** The code of the bank or card network, such as R01. */
  network?: string
  message: string
  blocked?: boolean
  uncharged?: boolean
}>

/** The failure of a charge for which the payor is away, while the payor can pay with the same method. */
type OffSession = Readonly<{ fails: Failure /** Only the first charge fails. */; once?: true }>

type Card = Readonly<{
  brand?: 'visa' | 'mastercard' | 'amex'
  funding?: 'credit' | 'debit'
  fails?: Failure
  offSession?: OffSession
  /** 'always': each payment needs authentication. 'unless-saved': only until the card is saved. */
  authenticates?: 'always' | 'unless-saved'
  disputed?: Readonly<{ reason: string; inquiry?: true } | { warning: true }>
  refund?: 'pending' | 'fails'
}>

const declined = (decline: string, message = 'Your card was declined.'): Failure => ({ code: 'card_declined', decline, message })
const noFunds = declined('insufficient_funds', 'Your card has insufficient funds.')
const expired: Failure = { code: 'expired_card', decline: 'expired_card', message: 'Your card has expired.' }
const notProcessed: Failure = {
  code: 'processing_error',
  decline: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
}
export const needsAuthentication: Failure = {
  code: 'authentication_required',
  decline: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/** Stripe's test cards (https://docs.stripe.com/testing). */
const cards: Readonly<Record<string, Card>> = {
  '4242424242424242': {},
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000056655665556': { funding: 'debit' },
  '4000000000000002': { fails: declined('generic_decline') },
  '4000000000009995': { fails: noFunds },
  '4000000000009987': { fails: declined('lost_card') },
  '4000000000009979': { fails: declined('stolen_card') },
  '4000000000006975': {
    fails: declined('card_velocity_exceeded', 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.'),
  },
  '4000000000000069': { fails: expired },
  '4000000000000127': { fails: { code: 'incorrect_cvc', decline: 'incorrect_cvc', message: "Your card's security code is incorrect." } },
  '4000000000000119': { fails: notProcessed },
  '4242424242424241': { fails: { code: 'incorrect_number', message: 'Your card number is incorrect.', uncharged: true } },
  '4000000000000341': { fails: declined('generic_decline') },
  '4000002500003155': { authenticates: 'unless-saved' },
  '4000002760003184': { authenticates: 'always' },
  '4000000000003220': { authenticates: 'always' },
  '4000008400001629': { authenticates: 'always', fails: declined('generic_decline') },
  '4000008260003178': { authenticates: 'unless-saved', fails: noFunds },
  '4000000000000259': { disputed: { reason: 'fraudulent' } },
  '4000000000002685': { disputed: { reason: 'product_not_received' } },
  '4000000000001976': { disputed: { reason: 'fraudulent', inquiry: true } },
  '4000000000005423': { disputed: { warning: true } },
  '4000000000007726': { refund: 'pending' },
  '4000000000005126': { refund: 'fails' },
  // Stripe has no cards that can be saved by a payment and are declined later, so these numbers are the sandbox's own.
  '4000009000000011': { offSession: { fails: noFunds } },
  '4000009000000029': { offSession: { fails: notProcessed } },
  '4000009000000037': { offSession: { fails: declined('generic_decline') } },
  '4000009000000045': { offSession: { fails: declined('lost_card') } },
  '4000009000000052': { offSession: { fails: declined('stolen_card') } },
  '4000009000000060': { offSession: { fails: expired } },
  '4000009000000078': { offSession: { fails: declined('pickup_card') } },
  '4000009000000086': { offSession: { fails: needsAuthentication } },
  '4000009000000094': { offSession: { fails: noFunds, once: true } },
}

const NOT_A_TEST_CARD = declined('test_mode_live_card', 'Your card was declined. Your request was in test mode, but used a non test card.')

const doubled = (digit: number): number => (digit * 2 > 9 ? digit * 2 - 9 : digit * 2)
const passesLuhn = (number: string): boolean =>
  [...number].reverse().reduce((sum, sign, i) => sum + (i % 2 === 1 ? doubled(Number(sign)) : Number(sign)), 0) % 10 === 0

export const cardOf = (number: string): Card =>
  cards[number] ?? {
    fails: passesLuhn(number) ? NOT_A_TEST_CARD : { code: 'incorrect_number', message: 'Your card number is incorrect.', uncharged: true },
  }

type Bank = Readonly<{
  fails?: Failure
  offSession?: OffSession
  /** Fails at once instead of days later. */
  atOnce?: true
  disputed?: true
  /** Never settles. */
  hangs?: true
}>

const closed: Failure = { code: 'account_closed', network: 'R02', message: 'The bank account has been closed.' }
const unknown: Failure = { code: 'no_account', network: 'R03', message: 'The bank account could not be located.' }
const short: Failure = { code: 'insufficient_funds', network: 'R01', message: 'The bank account has insufficient funds.' }
const forbidden: Failure = {
  code: 'debit_not_authorized',
  network: 'R10',
  message: 'The customer has notified their bank that this debit was not authorized.',
}
const restricted: Failure = { code: 'bank_account_restricted', network: 'R20', message: 'The bank account does not allow debits.' }

/** A bank's return codes, and Stripe's errors for them (https://docs.stripe.com/declines/network-codes). */
const returns: Readonly<Record<string, Failure>> = {
  ...{ R01: short, R02: closed, R03: unknown, R04: unknown, R05: forbidden, R07: forbidden, R08: forbidden, R09: short },
  ...{ R10: forbidden, R11: forbidden, R16: restricted, R20: restricted, R29: forbidden },
}

/** The sandbox's own accounts: the payor can pay, and later debits return with the code in the last two digits. */
const returning = Object.fromEntries(
  Object.entries(returns).map(([network, fails]) => [`0009000000${network.slice(1)}`, { offSession: { fails: { ...fails, network } } }]),
)

/**
 * Stripe's test accounts, all with the routing number 110000000 (https://docs.stripe.com/payments/ach-direct-debit).
 */
const banks: Readonly<Record<string, Bank>> = {
  '000123456789': {},
  '000111111113': { fails: closed },
  '000111111116': { fails: unknown },
  '000222222227': { fails: short },
  '000333333335': { fails: forbidden },
  '000444444440': {
    fails: {
      code: 'payment_intent_payment_attempt_failed',
      decline: 'invalid_currency',
      message: "The bank account does not accept the debit's currency.",
    },
  },
  '000777777771': {
    fails: { code: 'charge_exceeds_source_limit', message: 'This payment exceeds the weekly limit of bank debits of this account.' },
    atOnce: true,
  },
  '000000004954': {
    fails: { code: 'payment_intent_payment_attempt_failed', decline: 'fraudulent', message: 'The payment was blocked.', blocked: true },
    atOnce: true,
  },
  '000555555559': { disputed: true },
  '000000000009': { hangs: true },
  ...returning,
  '000900000099': { offSession: { fails: short, once: true } },
}
export const TEST_ROUTING_NUMBER = '110000000'
export const bankOf = (accountNumber: string): Bank | undefined => banks[accountNumber]

export const testBanks = [
  { name: 'Test Bank', accountNumber: '000123456789' },
  { name: 'Bank with an account that is closed', accountNumber: '000111111113' },
  { name: 'Bank without funds', accountNumber: '000222222227' },
  { name: 'Bank that disputes', accountNumber: '000555555559' },
  { name: 'Bank that never answers', accountNumber: '000000000009' },
] as const
