import type { Role } from '../identity/contract.ts'
import { dayIn, type Instant } from '../kernel/dates.ts'
import type { Language } from '../kernel/language.ts'
import type { Letter, Notice } from '../platform/mail/letter.ts'
import { formatDayIn } from '../shared/day-words.ts'

/** `language`: the network's. */
type Admission = Readonly<{ networkName: string; language: Language; timeZone: string; role: Role; expiresAt: Instant | null }>

const en = {
  hello: (name: string) => `Hello ${name}`,
  roles: { Admin: 'an Admin', Auditor: 'an Auditor', Member: 'a Member' } satisfies Record<Role, string>,
  rights: {
    Admin: 'As an Admin you can do everything in the network: its programs, bills, payments and people.',
    Auditor: 'As an Auditor you can see everything in the network, but change nothing.',
    Member: 'As a Member you see your own bills and payments.',
  } satisfies Record<Role, string>,
  until: (day: string) => `Your access ends on ${day}.`,
  invited: {
    subject: (network: string) => `You are invited to ${network}`,
    heading: (network: string) => `${network} invites you`,
    text: (network: string, role: string) => `You are invited to ${network} as ${role}.`,
    action: 'Accept the invitation',
    closing: (day: string) =>
      `The link works until ${day}, only for this e-mail address. If you did not expect this invitation, you can decline it there or ignore this e-mail.`,
  },
  admitted: {
    subject: (network: string) => `You now have access to ${network}`,
    text: (network: string, role: string) => `You are now ${role} of ${network}.`,
    action: (network: string) => `Open ${network}`,
  },
}

const es: typeof en = {
  hello: (name) => `Hola, ${name}`,
  roles: { Admin: 'administrador', Auditor: 'auditor', Member: 'miembro' },
  rights: {
    Admin: 'Como administrador puede hacer todo en la red: sus programas, facturas, pagos y personas.',
    Auditor: 'Como auditor puede ver todo en la red, pero no cambiar nada.',
    Member: 'Como miembro ve sus propias facturas y pagos.',
  },
  until: (day) => `Su acceso termina el ${day}.`,
  invited: {
    subject: (network) => `Invitación a ${network}`,
    heading: (network) => `${network} le invita`,
    text: (network, role) => `Le invitamos a ${network} como ${role}.`,
    action: 'Aceptar la invitación',
    closing: (day) =>
      `El enlace es válido hasta el ${day}, solo para esta dirección de correo electrónico. Si no esperaba esta invitación, puede rechazarla allí o ignorar este correo.`,
  },
  admitted: {
    subject: (network) => `Ya tiene acceso a ${network}`,
    text: (network, role) => `Ahora es ${role} de ${network}.`,
    action: (network) => `Abrir ${network}`,
  },
}

const words: Record<Language, typeof en> = { en, es }

/** Uses the network's zone, where the last moment of a day may be the next day in UTC. */
const dayOf = ({ language, timeZone }: Admission, moment: Instant): string => formatDayIn(language, dayIn(timeZone, moment))

const until = (admission: Admission): string[] =>
  admission.expiresAt ? [words[admission.language].until(dayOf(admission, admission.expiresAt))] : []

export const invitationLetter = (admission: Admission, openUntil: Instant, url: string): Letter => {
  const { language, networkName, role } = admission
  const { invited, roles, rights } = words[language]
  return {
    language,
    subject: invited.subject(networkName),
    heading: invited.heading(networkName),
    paragraphs: [`${invited.text(networkName, roles[role])} ${rights[role]}`, ...until(admission)],
    action: { label: invited.action, url },
    closing: invited.closing(dayOf(admission, openUntil)),
  }
}

export const admittedLetter = (firstName: string, admission: Admission, url: string): Letter => {
  const { language, networkName, role } = admission
  const { hello, admitted, roles, rights } = words[language]
  return {
    language,
    subject: admitted.subject(networkName),
    heading: hello(firstName),
    paragraphs: [`${admitted.text(networkName, roles[role])} ${rights[role]}`, ...until(admission)],
    action: { label: admitted.action(networkName), url },
  }
}

const IN_CASE =
  'If you expected this, you do not need to do anything. If not, change your password at once and undo the change, or ask another Admin of the network to undo it.'

/** The mail to an Admin about a change of Admins, of where money goes, or of keys or webhooks (R21, R28, R34). */
export const noticeLetter = (firstName: string, { subject, text, page }: Pick<Notice, 'subject' | 'text' | 'page'>, url: string): Letter => ({
  subject,
  heading: `Hello ${firstName}`,
  paragraphs: [text, IN_CASE],
  action: { label: page.label, url },
})
