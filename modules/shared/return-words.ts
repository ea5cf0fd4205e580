import type { Language } from '../kernel/language.ts'

export const returnReasons = ['insufficient-funds', 'account-closed', 'no-account', 'not-authorized', 'blocked', 'unknown'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** Stripe's codes of a failed bank debit, its decline codes among them (docs.stripe.com/declines/network-codes). */
const reasonsByCode: Readonly<Record<string, ReturnReason | undefined>> = {
  insufficient_funds: 'insufficient-funds',
  account_closed: 'account-closed',
  bank_account_closed: 'account-closed',
  no_account: 'no-account',
  bank_account_invalid_details: 'no-account',
  invalid_account_number: 'no-account',
  incorrect_account_holder_name: 'no-account',
  debit_not_authorized: 'not-authorized',
  bank_ownership_changed: 'not-authorized',
  account_frozen: 'blocked',
  bank_account_restricted: 'blocked',
  bank_account_unusable: 'blocked',
}
export const returnReasonOf = (code: string | null): ReturnReason => (code && reasonsByCode[code]) || 'unknown'

type Explained = Readonly<{ why: string; todo: string }>
type ReturnWords = Readonly<Record<ReturnReason, Explained>>

const en: ReturnWords = {
  'insufficient-funds': {
    why: 'There was not enough money in the account.',
    todo: 'Make sure that there is enough money in the account before you try again, or pay in another way.',
  },
  'account-closed': { why: 'The account has been closed.', todo: 'Please pay from another account or in another way.' },
  'no-account': {
    why: 'Your bank found no account with this number and name.',
    todo: 'Check the routing number and the account number when you try again, or pay in another way.',
  },
  'not-authorized': {
    why: 'Your bank says that this debit was not allowed, or that it was stopped.',
    todo: 'Ask your bank to allow it before you try again, or pay in another way.',
  },
  blocked: {
    why: 'Your bank does not allow debits from this account.',
    todo: 'Ask your bank why, or pay from another account or in another way.',
  },
  unknown: { why: 'Your bank gave us no clear reason.', todo: 'Ask your bank before you try again, or pay in another way.' },
}
const es: ReturnWords = {
  'insufficient-funds': {
    why: 'No había dinero suficiente en la cuenta.',
    todo: 'Asegúrese de que haya dinero suficiente en la cuenta antes de volver a intentarlo, o pague de otra forma.',
  },
  'account-closed': { why: 'La cuenta está cerrada.', todo: 'Pague desde otra cuenta o de otra forma.' },
  'no-account': {
    why: 'Su banco no encontró ninguna cuenta con ese número y ese nombre.',
    todo: 'Revise el número de ruta y el número de cuenta cuando vuelva a intentarlo, o pague de otra forma.',
  },
  'not-authorized': {
    why: 'Su banco indica que este débito no estaba autorizado o que se detuvo.',
    todo: 'Pida a su banco que lo autorice antes de volver a intentarlo, o pague de otra forma.',
  },
  blocked: {
    why: 'Su banco no permite débitos de esta cuenta.',
    todo: 'Pregunte a su banco por qué, o pague desde otra cuenta o de otra forma.',
  },
  unknown: {
    why: 'Su banco no nos dio un motivo claro.',
    todo: 'Pregunte a su banco antes de volver a intentarlo, o pague de otra forma.',
  },
}
export const returnWords: Record<Language, ReturnWords> = { en, es }
