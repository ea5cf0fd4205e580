import type { PublicPayment } from '../../modules/bills/contract.ts'
import { paidByEn } from '../../modules/shared/method-words-en.ts'
import { paidByEs } from '../../modules/shared/method-words-es.ts'
import type { Lang } from '../pay/view.ts'

const en = {
  title: 'Receipt',
  titleOf: (number: string) => `Receipt ${number}`,
  statuses: { Completed: 'Received', PartiallyRefunded: 'Partly refunded', Refunded: 'Refunded', Reversed: 'Reversed' } satisfies Record<
    PublicPayment['status'],
    string
  >,
  partlyRefunded: (refunded: string, amount: string) => `${refunded} of this payment of ${amount} was refunded.`,
  refunded: 'This payment was refunded in full.',
  reversed: 'This payment was reversed and no longer counts. The receipt is kept for your records.',
  number: 'Receipt number',
  day: 'Date',
  from: 'Received from',
  payor: 'For the bill of',
  what: 'For',
  period: 'Period due',
  bill: 'Bill',
  method: 'Paid by',
  paidBy: paidByEn,
  reference: 'Reference',
  paidInFull: 'This bill is paid in full.',
  /** `next`: the next part of a plan, which takes the place of the bill's own day. */
  stillOpen: (open: string, day: string, next?: string) => `${open} of this bill is still open${next ? `. ${next}` : `, due ${day}`}.`,
  stillLate: (open: string, day: string, distance: string) => `${open} of this bill is still open. It was due ${day}: ${distance}.`,
  kept: (credit: string) => `${credit} of this payment is kept as credit for your next bill.`,
  print: 'Print',
  viewBill: 'View the bill',
  viewAndPay: 'View and pay the bill',
  proof: 'Proof that this payment is in the books',
}
type ReceiptWords = typeof en

const es: ReceiptWords = {
  title: 'Recibo',
  titleOf: (number) => `Recibo ${number}`,
  statuses: { Completed: 'Recibido', PartiallyRefunded: 'Reembolsado en parte', Refunded: 'Reembolsado', Reversed: 'Anulado' },
  partlyRefunded: (refunded, amount) => `De este pago de ${amount} se reembolsaron ${refunded}.`,
  refunded: 'Este pago se reembolsó por completo.',
  reversed: 'Este pago se anuló y ya no cuenta. Puede conservar el recibo como constancia.',
  number: 'Número de recibo',
  day: 'Fecha',
  from: 'Recibido de',
  payor: 'Por la factura de',
  what: 'Por',
  period: 'Periodo que vence',
  bill: 'Factura',
  method: 'Forma de pago',
  paidBy: paidByEs,
  reference: 'Referencia',
  paidInFull: 'Esta factura está pagada por completo.',
  stillOpen: (open, day, next) => `De esta factura quedan pendientes ${open}${next ? `. ${next}` : `, con vencimiento el ${day}`}.`,
  stillLate: (open, day, distance) => `De esta factura quedan pendientes ${open}. Venció el ${day}: ${distance}.`,
  kept: (credit) => `${credit} de este pago quedan como saldo a favor para su próxima factura.`,
  print: 'Imprimir',
  viewBill: 'Ver la factura',
  viewAndPay: 'Ver y pagar la factura',
  proof: 'Prueba de que este pago está en los libros',
}

export const receiptWords: Record<Lang, ReceiptWords> = { en, es }
