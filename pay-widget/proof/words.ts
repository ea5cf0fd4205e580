import type { Lang } from '../pay/view.ts'

const en = {
  title: 'Proof that this payment is in the books',
  why: 'Every payment that is recorded becomes an entry in a numbered, signed record. If an entry were changed or removed later, the signatures would no longer match.',
  what: 'This page checks the proof of your payment here, in your browser.',
  checking: 'Checking the proof …',
  holds: 'This payment is in the books',
  entry: 'Entry',
  amount: 'Amount',
  recorded: 'Recorded on',
  wrong: 'This proof does not match the books',
  wrongHint: 'Download and keep it, and contact the organization that sent you the bill.',
  failed: 'The proof could not be checked',
  failedHint: 'Please load this page again in a moment.',
  noScript: 'Checking the proof here requires JavaScript. You can also download it and check it elsewhere.',
  not: 'The proof does not show whether the payment was refunded later. Your receipt shows that.',
  download: 'Download the proof',
  elsewhere: 'Download a page that checks the proof without this website',
  missing: 'This proof was not found',
  missingHint: 'The link may be incomplete. Please open it from your receipt again.',
}
type ProofWords = typeof en

const es: ProofWords = {
  title: 'Prueba de que este pago está en los libros',
  why: 'Cada pago que se registra es un asiento de un registro numerado y firmado. Si después alguien cambiara o quitara un asiento, las firmas ya no coincidirían.',
  what: 'Esta página verifica la prueba de su pago aquí, en su navegador.',
  checking: 'Verificando la prueba…',
  holds: 'Este pago está en los libros',
  entry: 'Asiento',
  amount: 'Monto',
  recorded: 'Registrado el',
  wrong: 'Esta prueba no coincide con los libros',
  wrongHint: 'Descárguela, guárdela y comuníquese con quien le envió la factura.',
  failed: 'No se pudo verificar la prueba',
  failedHint: 'Vuelva a cargar esta página en un momento.',
  noScript: 'Para verificar la prueba aquí se necesita JavaScript. También puede descargarla y verificarla en otro lugar.',
  not: 'La prueba no muestra si el pago se reembolsó después. Su recibo lo muestra.',
  download: 'Descargar la prueba',
  elsewhere: 'Descargar una página que verifica la prueba sin este sitio web',
  missing: 'No se encontró esta prueba',
  missingHint: 'Es posible que el enlace esté incompleto. Ábralo de nuevo desde su recibo.',
}

export const proofWords: Record<Lang, ProofWords> = { en, es }
