import { DemoClient } from '../../modules/app/demo/client.ts'

const PASSWORD = 'Bench-and-fault-1'
const DUE = '2099-12-31'
export const TREASURER = 'treasurer@bench.example'

/** An administrator with a network, a payment profile and a signed-in client. */
export const treasurerAt = async (base: string, email = TREASURER) => {
  const client = new DemoClient(base)
  await client.join({ email, firstName: 'Tess', lastName: 'Orrin' }, PASSWORD)
  const network = await client.post<{ id: string }>('/networks', { name: `Network of ${email}`, description: 'For measuring' })
  const profile = await client.post<{ id: string }>('/payment-profiles', {
    name: 'General account',
    methods: { Zelle: { isEnabled: true, zelleContact: TREASURER } },
  })
  /**
   * Changes of payment profiles need a fresh sign-in, and a measurement lasts longer than a sign-in counts as fresh.
   */
  const confirm = () => client.post('/auth/reauthenticate', { password: PASSWORD })
  const termsOf = (name: string, { amount = 250, type = 'Uniform', frequency = 'OneTime', dueDate = DUE } = {}) => {
    const description = 'For measuring'
    return { name, description, frequency, type, amount, dueDate }
  }
  const program = async (name: string, terms?: Parameters<typeof termsOf>[1]): Promise<string> => {
    const made = await client.post<{ id: string }>(`/networks/${network.id}/assessments`, termsOf(name, terms))
    await confirm()
    await client.put(`/assessment-programs/${made.id}/payment-profile`, { paymentProfileId: profile.id })
    return made.id
  }
  const reprice = async (programId: string, name: string, amount: number): Promise<number> => {
    await client.put(`/assessments/${programId}`, termsOf(name, { amount }))
    const { data } = await client.post<{ data: { bills: number } }>(`/assessment-programs/${programId}/reprice`, { dryRun: false })
    return data.bills
  }
  const billsOf = async (programId: string): Promise<number> => {
    const { pagination } = await client.get<{ pagination: { totalItems: number } }>(`/assessment-bills?assessmentProgramId=${programId}&pageSize=1`)
    return pagination.totalItems
  }
  return { client, email, password: PASSWORD, networkId: network.id, profileId: profile.id, confirm, program, reprice, billsOf }
}
export type Treasurer = Awaited<ReturnType<typeof treasurerAt>>

/** A separate session in one of their networks, as a cookie. */
export const signIn = async (base: string, { email, password }: Pick<Treasurer, 'email' | 'password'>, networkId: string): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${base}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await fetch(`${base}/api/auth/network`, { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify({ networkId }) })
  return cookie
}
