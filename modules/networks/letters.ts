import type { Role } from '../identity/contract.ts'
import { dayIn, formatDay, type Instant } from '../kernel/dates.ts'
import type { Letter } from '../platform/letter.ts'

type Admission = Readonly<{ networkName: string; timeZone: string; role: Role; expiresAt: Instant | null }>

const rights: Record<Role, string> = {
  Admin: 'As Admin you can do everything in the network: its programs, bills, payments and people.',
  Auditor: 'As Auditor you can look at everything in the network, and change nothing.',
  Member: 'As Member you see your own bills and payments.',
}

/** By the network's own calendar: the last moment of a day there is the next day in UTC. */
const until = ({ timeZone, expiresAt }: Admission): string[] => (expiresAt ? [`The access ends on ${formatDay(dayIn(timeZone, expiresAt))}.`] : [])

export const invitationLetter = (admission: Admission, acceptUntil: Instant, url: string): Letter => ({
  subject: `You are invited to ${admission.networkName}`,
  heading: `${admission.networkName} invites you`,
  paragraphs: [`You are invited to ${admission.networkName} as ${admission.role}. ${rights[admission.role]}`, ...until(admission)],
  action: { label: 'Accept the invitation', url },
  closing: `The link works until ${formatDay(acceptUntil)}, for this e-mail address alone. If you did not expect it, you can ignore this mail.`,
})

export const admittedLetter = (firstName: string, admission: Admission, url: string): Letter => ({
  subject: `You now have access to ${admission.networkName}`,
  heading: `Hello ${firstName}`,
  paragraphs: [`You are now ${admission.role} of ${admission.networkName}. ${rights[admission.role]}`, ...until(admission)],
  action: { label: `Open ${admission.networkName}`, url },
})
