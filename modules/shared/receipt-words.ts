import type { Language } from '../kernel/language.ts'
import type { ReceiptMethod } from '../kernel/receipt-methods.ts'

type PaidBy = Readonly<Record<ReceiptMethod, string>>

// Exported separately, so that a browser loads one language.
export const paidByEn: PaidBy = {
  credit: 'Card',
  ach: 'Bank transfer (ACH)',
  wire: 'Wire transfer',
  zelle: 'Zelle',
  paypal: 'PayPal',
  venmo: 'Venmo',
  cashapp: 'Cash App',
  check: 'Check',
  cash: 'Cash',
  other: 'Other',
}
export const paidByEs: PaidBy = {
  credit: 'Tarjeta',
  ach: 'Transferencia ACH',
  wire: 'Transferencia bancaria',
  zelle: 'Zelle',
  paypal: 'PayPal',
  venmo: 'Venmo',
  cashapp: 'Cash App',
  check: 'Cheque',
  cash: 'Efectivo',
  other: 'Otro',
}

export const paidBy: Record<Language, PaidBy> = { en: paidByEn, es: paidByEs }
