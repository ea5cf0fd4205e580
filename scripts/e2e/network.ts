import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { DemoClient } from '../../modules/app/demo/client.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Role } from '../../modules/identity/contract.ts'
import { addDays, dayIn, instantOf } from '../../modules/kernel/dates.ts'
import { DEFAULT_TIME_ZONE } from '../../modules/networks/contract.ts'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { mailedLink } from './mail.ts'
import type { Admin } from './test.ts'

export const members300 = path.resolve(import.meta.dirname, '../../modules/app/demo/members-300.csv')
export const membersMessy = path.resolve(import.meta.dirname, 'members-messy.csv')

const wire = { bankName: 'First Prairie Bank', accountName: 'Synod of the Plains', routingNumber: '123123123', accountNumber: '000987654321' }

/** The methods of paying by hand, with the details that payors must see. */
export const manual = {
  Wire: wire,
  ACH: { ...wire, accountNumber: '000123456789' },
  Zelle: { zelleContact: 'treasurer@example.org' },
  PayPal: { paypalUsername: 'synodplains' },
  Venmo: { venmoHandle: '@synodplains' },
  CashApp: { cashappHandle: '$synodplains' },
  Check: { payableTo: 'Treasury of the Plains', mailingAddress: 'PO Box 40\nGrand Forks, ND 58201' },
}

const enabled = Object.fromEntries(Object.entries(manual).map(([name, fields]) => [name, { isEnabled: true, ...fields }]))

/** A calendar day relative to today, in the time zone of the stories' networks and browsers. */
export const day = (offset: number): string => addDays(dayIn(DEFAULT_TIME_ZONE, instantOf(Date.now())), offset)

export const people = (count: number): string =>
  ['firstName,lastName,email', ...Array.from({ length: count }, (_, i) => `Payor,Number${String.fromCharCode(65 + i)},payor${i}@example.org`)].join(
    '\n',
  )

export const newProfile = ({ api }: Admin, name = 'General account', more: object = {}) =>
  api.post<PaymentProfile>('/payment-profiles', { name, methods: { ...enabled, ...more } })

export const newProgram = ({ api, network }: Admin, more: object = {}) =>
  api.post<Program>(`/networks/${network.id}/assessments`, {
    name: 'Annual dues',
    description: 'Share of the common work',
    frequency: 'OneTime',
    type: 'Uniform',
    amount: 123.45,
    dueDate: day(45),
    ...more,
  })

export const attach = async ({ api }: Admin, program: Program, profile: PaymentProfile): Promise<void> => {
  await api.put(`/assessment-programs/${program.id}/payment-profile`, { paymentProfileId: profile.id })
}

export const billsOf = (api: DemoClient, program: Pick<Program, 'id'>) => api.all<Bill>(`/assessment-bills?assessmentProgramId=${program.id}`)

/**
 * Gives a user a role in the host's network, and makes that network the user's current one. New users accept a mailed
 * invitation; a member's role is changed.
 */
export const grantAccess = async (
  { api, network }: Admin,
  guest: Pick<Admin, 'api' | 'email'>,
  role: Role,
  expiresAt: string | null = null,
): Promise<void> => {
  const { status } = await api.post<{ status: string }>(`/networks/${network.id}/people`, { email: guest.email, role, expiresAt })
  if (status === 'active') return
  const link = new URL(await mailedLink(api, guest.email, '/accept-invitation'))
  await guest.api.post('/invitations/accept', { token: link.searchParams.get('token') })
}

export const billed = async (admin: Admin, count: number, more: object = {}): Promise<{ program: Program; bills: Bill[] }> => {
  const program = await newProgram(admin, more)
  await attach(admin, program, await newProfile(admin))
  await admin.api.upload(program.id, people(count))
  return { program, bills: await billsOf(admin.api, program) }
}

/** Adds a payor to an active program; returns their bill. */
export const billFor = async (admin: Admin, program: Program, name: readonly [firstName: string, lastName: string], email: string): Promise<Bill> => {
  await admin.api.upload(program.id, `firstName,lastName,email\n${name.join(',')},${email}`)
  const bill = (await billsOf(admin.api, program)).find(({ individualMember }) => individualMember?.firstName === name[0])
  if (!bill) throw new Error('No bill was made')
  return bill
}

export const textOf = (file: string): string => readFileSync(file, 'utf8')
