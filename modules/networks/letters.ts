import type { Role } from '../identity/contract.ts'
import { formatDay, type Instant } from '../kernel/dates.ts'
import type { Letter } from '../platform/letter.ts'

type Admission = Readonly<{ networkName: string; role: Role; expiresAt: Instant | null }>

const rights: Record<Role, string> = {
  Admin: 'As Admin you can do everything in the network: its programs, bills, payments and people.',
  Auditor: 'As Auditor you can look at everything in the network, and change nothing.',
  Member: 'As Member you see your own bills and payments.',
}

const until = (expiresAt: Instant | null): string[] => (expiresAt ? [`The access ends on ${formatDay(expiresAt)}.`] : [])

export const invitationLetter = ({ networkName, role, expiresAt }: Admission, acceptUntil: Instant, url: string): Letter => ({
  subject: `You are invited to ${networkName}`,
  heading: `${networkName} invites you`,
  paragraphs: [`You are invited to ${networkName} as ${role}. ${rights[role]}`, ...until(expiresAt)],
  action: { label: 'Accept the invitation', url },
  closing: `The link works until ${formatDay(acceptUntil)}, for this e-mail address alone. If you did not expect it, you can ignore this mail.`,
})

export const admittedLetter = (firstName: string, { networkName, role, expiresAt }: Admission, url: string): Letter => ({
  subject: `You now have access to ${networkName}`,
  heading: `Hello ${firstName}`,
  paragraphs: [`You are now ${role} of ${networkName}. ${rights[role]}`, ...until(expiresAt)],
  action: { label: `Open ${networkName}`, url },
})
