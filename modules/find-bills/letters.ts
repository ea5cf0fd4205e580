import type { Language } from '../kernel/language.ts'
import type { Letter } from '../platform/mail/letter.ts'

const en = {
  subject: (network: string) => `Your open bills from ${network}`,
  text: (network: string) =>
    `Someone, probably you, asked for the bills that ${network} sends to this e-mail address. This link shows the open ones.`,
  action: 'Show my bills',
  closing: 'The link works once, within 30 minutes. If you did not ask for it, you can ignore this e-mail.',
  reason: (address: string, network: string) => `This e-mail was sent to ${address} for ${network}.`,
}

const es: typeof en = {
  subject: (network) => `Sus facturas pendientes de ${network}`,
  text: (network) =>
    `Alguien, probablemente usted, pidió las facturas que ${network} envía a esta dirección de correo electrónico. Este enlace muestra las que están pendientes.`,
  action: 'Mostrar mis facturas',
  closing: 'El enlace funciona una sola vez, durante 30 minutos. Si usted no lo pidió, puede ignorar este correo.',
  reason: (address, network) => `Este correo se envió a ${address} de parte de ${network}.`,
}

const words: Record<Language, typeof en> = { en, es }

/** Names no bill, so that the mail's preview reveals nothing. */
export const foundBillsLetter = (language: Language, network: string, address: string, url: string): Letter => {
  const t = words[language]
  return {
    language,
    subject: t.subject(network),
    heading: network,
    paragraphs: [t.text(network)],
    action: { label: t.action, url },
    closing: t.closing,
    reason: t.reason(address, network),
  }
}
