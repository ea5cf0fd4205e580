import type { Language } from './language.ts'
import type { ReceiptMethod } from './payment-methods.ts'

/** How money came, as its payor is told. */
export const paidBy: Record<Language, Readonly<Record<ReceiptMethod, string>>> = {
  en: {
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
  },
  es: {
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
  },
}
