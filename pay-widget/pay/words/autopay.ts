import type { Lang } from '../view.ts'
import { useWords } from './words.ts'

const en = {
  nothingToDo: 'You do not need to do anything.',
  see: 'See autopay',
  offer: 'Pay automatically from now on',
  offerHint: (network: string) => `Then ${network} charges your next bills on their due dates, and tells you ten days before.`,
  which: 'Which bills?',
  all: (network: string) => `All my bills from ${network}`,
  only: (program: string) => `Only ${program}`,
  by: 'Charge them to',
  turnOn: 'Turn on autopay',
  turningOn: 'Turning on...',
  notNow: 'Not now',
  on: 'Autopay is on. We have sent you a confirmation.',
  failed: 'Autopay could not be turned on. Please try again.',
  unconfirmed: 'Please confirm your email address first.',
}

const es: typeof en = {
  nothingToDo: 'No tiene que hacer nada.',
  see: 'Ver los pagos automáticos',
  offer: 'Pagar automáticamente desde ahora',
  offerHint: (network) => `Así, ${network} cobra sus próximas facturas en su fecha de vencimiento y le avisa diez días antes.`,
  which: '¿Qué facturas?',
  all: (network) => `Todas mis facturas de ${network}`,
  only: (program) => `Solo ${program}`,
  by: 'Cobrarlas en',
  turnOn: 'Activar los pagos automáticos',
  turningOn: 'Activando...',
  notNow: 'Ahora no',
  on: 'Los pagos automáticos están activos. Le enviamos una confirmación.',
  failed: 'No se pudieron activar los pagos automáticos. Inténtelo de nuevo.',
  unconfirmed: 'Confirme primero su dirección de correo electrónico.',
}

const autopayWords: Record<Lang, typeof en> = { en, es }
/** Texts about autopay, in the same chunk as its parts of the page. */
export const useAutopayWords = (): typeof en => autopayWords[useWords().lang]
