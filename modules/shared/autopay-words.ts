import type { Language } from '../kernel/language.ts'
import { brandName } from './card-brands.ts'
import { formatDayIn } from './day-words.ts'

/** 'Visa 4242': a saved card or bank account. */
export const methodName = ({ brand, last4 }: Readonly<{ brand: string; last4: string }>): string => `${brandName(brand)} ${last4}`.trim()

const willBeCharged: Readonly<Record<Language, (amount: string, method: string, day: string) => string>> = {
  en: (amount, method, day) => `${amount} will be charged to ${method} on ${day}`,
  es: (amount, method, day) => `Se cobrarán ${amount} en ${method} el ${day}`,
}
type Charge = Readonly<{ method: Readonly<{ brand: string; last4: string }>; on: string }>

/** '$100.00 will be charged to Visa 4242 on Mar 1, 2027'. */
export const chargeNote = (language: Language, amount: string, { method, on }: Charge): string =>
  willBeCharged[language](amount, methodName(method), formatDayIn(language, on))

type Scope = Readonly<{ network: string; program: string | null; method: string }>

/** The text to which a payor agrees (R134). It is stored with the mandate, word for word. */
export const consentText: Readonly<Record<Language, (scope: Scope) => string>> = {
  en: ({ network, program, method }) =>
    `I allow ${network} to charge my ${program ? `${program} bills` : 'bills'} to ${method} on their due dates. Ten days before each charge I get an e-mail with its amount and date. I can skip a payment or stop autopay at any time.`,
  es: ({ network, program, method }) =>
    `Autorizo a ${network} a cobrar mis facturas${program ? ` de ${program}` : ''} con ${method} en su fecha de vencimiento. Diez días antes de cada cobro recibo un correo con el monto y la fecha. Puedo omitir un pago o cancelar los pagos automáticos en cualquier momento.`,
}

/** Why autopay has ended, by the reason that the mandate keeps. */
export const endedBecause: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    payor: 'You stopped it.',
    admin: 'An administrator ended it.',
    'method-removed': 'The saved card or bank account was removed.',
    'account-disconnected': 'The account to which your bills were paid is no longer connected.',
    'payor-forgotten': 'No bills come to your address any more.',
    declined: 'The card or bank account no longer works.',
  },
  es: {
    payor: 'Usted los canceló.',
    admin: 'Un administrador los canceló.',
    'method-removed': 'La tarjeta o cuenta bancaria guardada se eliminó.',
    'account-disconnected': 'La cuenta a la que se pagaban sus facturas ya no está conectada.',
    'payor-forgotten': 'Ya no llegan facturas a su dirección.',
    declined: 'La tarjeta o cuenta bancaria ya no funciona.',
  },
}

const problems = {
  en: {
    insufficient_funds: 'There was not enough money in the account.',
    lost_card: 'The card was reported as lost.',
    stolen_card: 'The card was reported as stolen.',
    expired_card: 'The card has expired.',
    pickup_card: 'The bank no longer accepts the card.',
    authentication_required: 'The bank wants the payor to confirm the payment.',
    account_closed: 'The bank account is closed.',
    no_account: 'The bank does not know the account.',
    debit_not_authorized: 'The bank was told not to allow this debit.',
    bank_account_restricted: 'The bank account does not allow debits.',
    resource_missing: 'The saved card or account was removed.',
    processing_error: 'The bank could not process the payment.',
  },
  es: {
    insufficient_funds: 'No había suficiente dinero en la cuenta.',
    lost_card: 'La tarjeta se reportó como perdida.',
    stolen_card: 'La tarjeta se reportó como robada.',
    expired_card: 'La tarjeta está vencida.',
    pickup_card: 'El banco ya no acepta la tarjeta.',
    authentication_required: 'El banco pide que el pagador confirme el pago.',
    account_closed: 'La cuenta bancaria está cerrada.',
    no_account: 'El banco no encuentra la cuenta.',
    debit_not_authorized: 'Se indicó al banco que no permita este débito.',
    bank_account_restricted: 'La cuenta bancaria no permite débitos.',
    resource_missing: 'La tarjeta o cuenta guardada se eliminó.',
    processing_error: 'El banco no pudo procesar el pago.',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>
const unexplained = {
  en: { credit: 'The bank declined the card.', ach: 'The bank returned the debit.' },
  es: { credit: 'El banco rechazó la tarjeta.', ach: 'El banco devolvió el débito.' },
} as const

/** Why a charge failed, in plain words. `code`: Stripe's. */
export const problemOf = (language: Language, kind: 'credit' | 'ach', code: string | null): string =>
  (problems[language] as Readonly<Record<string, string>>)[code ?? ''] ?? unexplained[language][kind]
