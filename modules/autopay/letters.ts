import type { LocalDate } from '../kernel/dates.ts'
import type { Language } from '../kernel/language.ts'
import { type Cents, money } from '../kernel/money.ts'
import type { Letter } from '../platform/mail/letter.ts'
import { endedBecause, methodName, problemOf } from '../shared/autopay-words.ts'
import { formatDayIn } from '../shared/day-words.ts'
import type { EndReason, FailureKind } from './contract.ts'

const en = {
  hello: (name: string) => `Hello ${name}`,
  given: (network: string) => `Autopay for ${network} is on`,
  givenText: (method: string) => `From now on your bills are paid with ${method} on their due dates.`,
  agreed: 'You agreed to this:',
  notice: (network: string, amount: string, day: string) => `${network} will charge ${amount} on ${day}`,
  noticeText: (program: string, method: string, day: string) => `On ${day} we will charge your bill for ${program} to ${method}.`,
  atMost: 'If you owe less by then, we charge less. We never charge more.',
  skip: 'Skip this payment',
  stop: 'Stop autopay',
  failed: (program: string) => `Your payment for ${program} did not go through`,
  failedText: (amount: string, program: string, method: string) => `We could not charge ${amount} for ${program} to ${method}.`,
  retry: (day: string) => `We will try again on ${day}.`,
  noRetry: 'We will not try again. Please pay the bill yourself.',
  ended: 'Autopay has ended, so that this card or account is not charged again.',
  authenticate: (program: string) => `Please confirm your payment for ${program}`,
  authenticateText: (amount: string, program: string) =>
    `Your bank wants you to confirm the payment of ${amount} for ${program}. Open the bill, and pay it with your saved card.`,
  pay: 'View and pay',
  overTitle: (network: string) => `Autopay for ${network} has ended`,
  over: (network: string) => `Your bills from ${network} are no longer paid automatically. You can turn autopay on again at any time.`,
  manage: 'See autopay',
  reason: (address: string, network: string) => `This e-mail was sent to ${address} because you use autopay for ${network}.`,
}

const es: typeof en = {
  hello: (name) => `Hola, ${name}`,
  given: (network) => `Los pagos automáticos para ${network} están activos`,
  givenText: (method) => `Desde ahora, sus facturas se pagan con ${method} en su fecha de vencimiento.`,
  agreed: 'Usted aceptó lo siguiente:',
  notice: (network, amount, day) => `${network} cobrará ${amount} el ${day}`,
  noticeText: (program, method, day) => `El ${day} cobraremos su factura de ${program} con ${method}.`,
  atMost: 'Si para entonces debe menos, cobraremos menos. Nunca cobraremos más.',
  skip: 'Omitir este pago',
  stop: 'Cancelar los pagos automáticos',
  failed: (program) => `Su pago de ${program} no se realizó`,
  failedText: (amount, program, method) => `No pudimos cobrar ${amount} de ${program} con ${method}.`,
  retry: (day) => `Lo intentaremos de nuevo el ${day}.`,
  noRetry: 'No lo intentaremos de nuevo. Pague la factura usted mismo.',
  ended: 'Los pagos automáticos se cancelaron para no volver a cobrar en esta tarjeta o cuenta.',
  authenticate: (program) => `Confirme su pago de ${program}`,
  authenticateText: (amount, program) =>
    `Su banco pide que usted confirme el pago de ${amount} de ${program}. Abra la factura y páguela con su tarjeta guardada.`,
  pay: 'Ver y pagar',
  overTitle: (network) => `Los pagos automáticos para ${network} terminaron`,
  over: (network) => `Sus facturas de ${network} ya no se pagan automáticamente. Puede activar los pagos automáticos de nuevo en cualquier momento.`,
  manage: 'Ver los pagos automáticos',
  reason: (address, network) => `Este correo se envió a ${address} porque usted usa los pagos automáticos de ${network}.`,
}

const words: Record<Language, typeof en> = { en, es }

export type About = Readonly<{
  language: Language
  firstName: string
  email: string
  network: string
  /** The program of the bill; null for mails about the mandate itself. */
  program: string | null
  kind: 'credit' | 'ach'
  card: Readonly<{ brand: string; last4: string }> | null
  links: Readonly<{ pay: string; skip: string; stop: string; manage: string }>
}>

const frame = ({ language, firstName, email, network }: About) => {
  const t = words[language]
  return { language, heading: t.hello(firstName), reason: t.reason(email, network) }
}
const nameIn = ({ card, kind, language }: About): string =>
  card
    ? methodName(card)
    : language === 'es'
      ? kind === 'ach'
        ? 'su cuenta bancaria'
        : 'su tarjeta'
      : kind === 'ach'
        ? 'your bank account'
        : 'your card'

export const givenLetter = (about: About, consent: string): Letter => {
  const t = words[about.language]
  return {
    ...frame(about),
    subject: t.given(about.network),
    paragraphs: [t.givenText(nameIn(about)), t.agreed, consent],
    action: { label: t.manage, url: about.links.manage },
    more: { label: t.stop, url: about.links.stop },
  }
}

export const noticeLetter = (about: About, { amount, on }: Readonly<{ amount: Cents; on: LocalDate }>): Letter => {
  const t = words[about.language]
  const day = formatDayIn(about.language, on)
  return {
    ...frame(about),
    subject: t.notice(about.network, money(amount), day),
    paragraphs: [t.noticeText(about.program ?? '', nameIn(about), day)],
    amount: { figure: money(amount), caption: day },
    action: { label: t.skip, url: about.links.skip },
    closing: t.atMost,
    more: { label: t.stop, url: about.links.stop },
  }
}

type Failed = Readonly<{ amount: Cents; failure: FailureKind; code: string | null; retryOn: LocalDate | null }>

export const failedLetter = (about: About, { amount, failure, code, retryOn }: Failed): Letter => {
  const t = words[about.language]
  const program = about.program ?? ''
  const pay = { label: t.pay, url: about.links.pay }
  if (failure === 'authentication')
    return { ...frame(about), subject: t.authenticate(program), paragraphs: [t.authenticateText(money(amount), program)], action: pay }
  const next = retryOn ? t.retry(formatDayIn(about.language, retryOn)) : t.noRetry
  const text = `${t.failedText(money(amount), program, nameIn(about))} ${problemOf(about.language, about.kind, code)}`
  return {
    ...frame(about),
    subject: t.failed(program),
    paragraphs: [text, next, ...(failure === 'hard' ? [t.ended] : [])],
    action: retryOn ? { label: t.skip, url: about.links.skip } : pay,
    ...(failure === 'hard' ? {} : { more: { label: t.stop, url: about.links.stop } }),
  }
}

export const endedLetter = (about: About, because: EndReason): Letter => {
  const t = words[about.language]
  const reason = endedBecause[about.language][because]
  return {
    ...frame(about),
    subject: t.overTitle(about.network),
    paragraphs: [...(reason ? [reason] : []), t.over(about.network)],
    action: { label: t.manage, url: about.links.manage },
  }
}
