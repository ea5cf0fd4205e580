import type { Lang } from '../pay/view.ts'

const en = {
  title: 'Autopay',
  charge: (amount: string, program: string, day: string) => `${amount} for ${program} is to be charged on ${day}.`,
  skipHint: 'If you skip this payment, the bill stays open, and you pay it yourself. Later bills are still charged.',
  stopHint: (network: string, method: string) => `${network} charges your bills to ${method}. If you stop autopay, you pay all bills yourself.`,
  yourMethod: 'your saved card or bank account',
  skip: 'Skip This Payment',
  stop: 'Stop Autopay',
  skipped: 'This payment is skipped.',
  skippedHint: 'The bill stays open. Please pay it yourself.',
  stopped: 'Autopay has ended.',
  stoppedHint: 'Your bills are no longer charged automatically.',
  tooLate: 'This payment cannot be skipped any more.',
  tooLateHint: 'It was made or has begun, or autopay has ended.',
}

export const autopayPageWords: Record<Lang, typeof en> = {
  en,
  es: {
    title: 'Pagos automáticos',
    charge: (amount, program, day) => `El ${day} se cobrarán ${amount} de ${program}.`,
    skipHint: 'Si omite este pago, la factura queda pendiente y la paga usted mismo. Las facturas siguientes se cobrarán.',
    stopHint: (network, method) =>
      `${network} cobra sus facturas con ${method}. Si cancela los pagos automáticos, paga usted mismo todas las facturas.`,
    yourMethod: 'su tarjeta o cuenta bancaria guardada',
    skip: 'Omitir este pago',
    stop: 'Cancelar los pagos automáticos',
    skipped: 'Este pago se omitió.',
    skippedHint: 'La factura queda pendiente. Páguela usted mismo.',
    stopped: 'Los pagos automáticos terminaron.',
    stoppedHint: 'Sus facturas ya no se cobran automáticamente.',
    tooLate: 'Este pago ya no se puede omitir.',
    tooLateHint: 'Ya se hizo o ha comenzado, o los pagos automáticos terminaron.',
  },
}
