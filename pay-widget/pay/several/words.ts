import { MOST_BILLS } from '../../../modules/bills/values.ts'
import type { Lang } from '../view.ts'
import { useWords } from '../words/words.ts'

const en = {
  more: (count: number) => (count === 1 ? 'You have 1 more open bill' : `You have ${count} more open bills`),
  payable: (count: number) => (count === 1 ? '1 more open bill that you can pay' : `${count} more open bills that you can pay`),
  hint: 'Select the bills that you want to pay together with this one.',
  all: 'Select all',
  none: 'Select none',
  sum: (count: number, amount: string) => `${count} bills together: ${amount}`,
  most: `One payment can settle at most ${MOST_BILLS} bills.`,
  separate: 'These bills are paid to another account. Please pay them separately:',
  together: 'In the same payment',
  loading: 'Loading your other bills...',
  failed: 'Your other open bills could not be loaded. You can pay this bill by itself.',
}

const es: typeof en = {
  more: (count) => (count === 1 ? 'Tiene 1 factura pendiente más' : `Tiene ${count} facturas pendientes más`),
  payable: (count) => (count === 1 ? '1 factura pendiente más que puede pagar' : `${count} facturas pendientes más que puede pagar`),
  hint: 'Seleccione las facturas que quiere pagar junto con esta.',
  all: 'Seleccionar todas',
  none: 'No seleccionar ninguna',
  sum: (count, amount) => `${count} facturas en total: ${amount}`,
  most: `Un pago puede cubrir ${MOST_BILLS} facturas como máximo.`,
  separate: 'Estas facturas se pagan en otra cuenta. Páguelas por separado:',
  together: 'En el mismo pago',
  loading: 'Cargando sus otras facturas...',
  failed: 'No se pudieron cargar sus otras facturas pendientes. Puede pagar esta factura sola.',
}

const severalWords: Record<Lang, typeof en> = { en, es }
/** Texts about paying several bills, in the same chunk as their part of the page. */
export const useSeveralWords = (): typeof en => severalWords[useWords().lang]
