import type { BillStatus } from '../../../modules/bills/contract.ts'
import type { Lang } from '../view.ts'
import { useWords } from './words.ts'

const en = {
  myAssessments: 'My Assessments',
  errorMine: 'Error loading your assessments',
  failedMine: 'Failed to load your assessments',
  noneMine: 'No assessments found',
  noneMineHint: "You don't have any assessments assigned to you at this time.",
  columns: { assessment: 'Assessment', status: 'Status', dueDate: 'Due Date', amount: 'Amount', action: 'Action' },
  pay: 'Pay',
  payNow: 'Pay Now',
  payAll: 'Pay all together',
  payAllFrom: (network: string) => `Pay all from ${network} together`,
  clickToPay: 'Click to pay this assessment',
  showing: (shown: number, total: number) => `Showing ${shown} of ${total} assessments`,
  nothingHere: 'There is nothing on this page',
  pagesInAll: (pages: number) => (pages === 1 ? 'The list has one page.' : `The list has ${pages} pages.`),
  firstPage: 'First page',
  lastPage: 'Last page',
  pages: 'Pages',
  page: (number: number) => `Page ${number}`,
  previous: 'Previous',
  next: 'Next',
  statuses: {
    Draft: 'Draft',
    Unpaid: 'Unpaid',
    Partial: 'Partial',
    Paid: 'Paid',
    Overdue: 'Overdue',
    PendingConfirmation: 'Pending Confirmation',
    Failed: 'Failed',
    Archived: 'Archived',
  } satisfies Record<BillStatus, string>,
}

const es: typeof en = {
  myAssessments: 'Mis cuotas',
  errorMine: 'Error al cargar sus cuotas',
  failedMine: 'No se pudieron cargar sus cuotas',
  noneMine: 'No se encontraron cuotas',
  noneMineHint: 'No tiene ninguna cuota asignada en este momento.',
  columns: { assessment: 'Cuota', status: 'Estado', dueDate: 'Vencimiento', amount: 'Monto', action: 'Acción' },
  pay: 'Pagar',
  payNow: 'Pagar ahora',
  payAll: 'Pagar todas juntas',
  payAllFrom: (network) => `Pagar juntas todas las de ${network}`,
  clickToPay: 'Haga clic para pagar esta cuota',
  showing: (shown, total) => `Mostrando ${shown} de ${total} cuotas`,
  nothingHere: 'No hay nada en esta página',
  pagesInAll: (pages) => (pages === 1 ? 'La lista tiene una página.' : `La lista tiene ${pages} páginas.`),
  firstPage: 'Primera página',
  lastPage: 'Última página',
  pages: 'Páginas',
  page: (number) => `Página ${number}`,
  previous: 'Anterior',
  next: 'Siguiente',
  statuses: {
    Draft: 'Borrador',
    Unpaid: 'Sin pagar',
    Partial: 'Parcial',
    Paid: 'Pagada',
    Overdue: 'Vencida',
    PendingConfirmation: 'Pendiente de confirmación',
    Failed: 'Fallida',
    Archived: 'Archivada',
  },
}

/** The texts of a payor's lists in both languages, in the same chunk as the lists. */
export const listWords: Record<Lang, typeof en> = { en, es }
export const useListWords = (): typeof en => listWords[useWords().lang]
