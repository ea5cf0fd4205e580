import { DemoClient } from '../../modules/app/demo/client.ts'
import { memberCsv } from '../bench/people.ts'
import { signIn, treasurerAt } from '../bench/treasurer.ts'
import type { Known } from './hostile-requests.ts'
import { payableBills } from './payable.ts'
import type { TestBed } from './test-bed.ts'

const PASSWORD = 'Bench-and-fault-1'

type Person = Readonly<{ email: string; networkId: string }>
type Listed<Row = { id: string }> = Readonly<{ data: readonly Row[] }>

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

export const newcomer = async (base: string, email: string): Promise<Person> => {
  await new DemoClient(base).join({ email, firstName: 'Fay', lastName: 'Zimmer' }, PASSWORD)
  return { email, networkId: '' }
}

export const sessionOf = (base: string, { email, networkId }: Person): Promise<string> => signIn(base, { email, password: PASSWORD }, networkId)

/** Adds a new member to a network; also returns the mailed token. */
const memberOf = async (base: string, admin: DemoClient, networkId: string, email: string) => {
  await newcomer(base, email)
  const invited = new DemoClient(base)
  await invited.signIn(email, PASSWORD)
  await admin.post(`/networks/${networkId}/people`, { email, role: 'Member', expiresAt: null })
  const token = await invited.mailedToken(email, 'accept-invitation')
  await invited.post('/invitations/accept', { token })
  return { member: { email, networkId }, token }
}

export const networkToFuzz = async ({ product }: TestBed, n: number) => {
  const { base } = product()
  const treasurer = await treasurerAt(base, `fuzzed${n}@bench.example`)
  const { client, networkId, profileId } = treasurer
  const programId = await treasurer.program('Dues', { type: 'Custom' })
  await client.upload(programId, memberCsv(30, n + 1))
  const payable = await payableBills({ treasurer, product }, 10)
  const asked = `/assessment-bills?assessmentProgramId=${programId}&pageSize=40`
  const { data: bills } = await client.get<Listed<{ id: string; individualMember: { id: string } }>>(asked)
  for (const { id } of bills.slice(0, 12)) await client.post(`/assessment-bills/${id}/receipts`, { amount: 300, method: 'check' })
  const { member, token } = await memberOf(base, client, networkId, `member${n}@bench.example`)
  const payments = idsOf((await client.get<Listed>('/payments?pageSize=20')).data)
  const messages = idsOf((await client.get<Listed>('/messages')).data)
  const people = (await client.get<Listed<{ userId: string }>>(`/networks/${networkId}/people`)).data
  const intents: string[] = []
  for (const assessmentId of payable.slice(0, 3))
    intents.push((await client.post<{ paymentIntentId: string }>('/payments/create-intent', { assessmentId })).paymentIntentId)

  const billIds = [...idsOf(bills), ...payable]
  const members = bills.map(({ individualMember }) => individualMember.id)
  const known: Known = {
    ...{ networks: [networkId], networkId: [networkId], network: [networkId] },
    ...{ assessments: [programId, ...billIds], 'assessment-programs': [programId], programId: [programId], assessmentProgramId: [programId] },
    ...{ 'payment-profiles': [profileId], paymentProfileId: [profileId], messages, provider: ['google', 'facebook'] },
    ...{ 'assessment-bills': billIds, billId: billIds, billIds, assessmentId: billIds },
    ...{ members, memberId: members, congregationId: members, userId: people.map(({ userId }) => userId) },
    ...{ payments, paymentId: payments, paymentIntentId: intents, sandbox: intents },
    ...{ token: [token], email: [treasurer.email, member.email, 'nobody@bench.example'], password: [PASSWORD] },
    page: ['programs', 'assets', 'favicon.ico', 'members.csv', 'index.html', 'google', 'v1.js', 'openapi.json'],
    absent: ['01a1fe3c-e23a-7240-b021-56c9a778f0fa', 'A'.repeat(22)],
  }
  return { known, admin: { email: treasurer.email, networkId }, member }
}
