import { DemoClient } from '../../modules/app/demo/client.ts'
import { addDays, dayIn, instantOf } from '../../modules/kernel/dates.ts'
import { DEFAULT_TIME_ZONE } from '../../modules/networks/contract.ts'
import type { Product } from '../bench/product.ts'
import { payableBills } from './payable.ts'
import { query, type TestBed, within } from './test-bed.ts'

const CARD = { card: '4242424242424242' }
const PASSWORD = 'Autopay-at-night-1'
const NOTICE_DAYS = 10
const AT_ONCE = 4

type Bed = Pick<TestBed, 'treasurer'> & Readonly<{ product: () => Pick<Product, 'databaseUrl' | 'base'> }>
/** Stripe's stand-in outside the product, if there is one. */
type Elsewhere = Readonly<{ enableAccount: (account: string) => Promise<unknown>; pay: (intentId: string) => Promise<unknown> }>

const emailOf = (payor: number): string => `payor${payor}@autopay.example`
const csv = (rows: readonly (readonly [payor: number, row: number])[]): string =>
  ['firstName,lastName,email', ...rows.map(([payor, row]) => `Row${row}x,Payor${payor}x,${emailOf(payor)}`)].join('\n')

/** Payors with autopay, each with the bills of a family that are due in ten days, and have been noticed. */
export const autopaying = async (bed: Bed, payors: number, billsEach: number, stripe?: Elsewhere) => {
  const { client, networkId } = bed.treasurer
  const url = () => bed.product().databaseUrl()
  const everyone = Array.from({ length: payors }, (_, payor) => payor)
  await payableBills(bed, csv(everyone.map((payor) => [payor, 0])), stripe ? { enableAccount: stripe.enableAccount } : {})
  const firsts = await query<{ id: string; email: string; profile: string }>(
    url(),
    `select b.id, m.email, g.profile_id as profile from read.bills b join read.members m on m.id = b.payor_id join read.programs g on g.id = b.program_id`,
  )
  const left = [...everyone]
  const startOne = async (payor: number): Promise<void> => {
    const person = new DemoClient(bed.product().base)
    const email = emailOf(payor)
    await person.join({ email, firstName: 'Payor', lastName: `Number${payor}` }, PASSWORD)
    const assessmentId = firsts.find((one) => one.email === email)?.id
    const { paymentIntentId } = await person.post<{ paymentIntentId: string }>('/payments/create-intent', { assessmentId, saveMethod: true })
    await (stripe ? stripe.pay(paymentIntentId) : person.post(`/sandbox/stripe/intents/${paymentIntentId}/pay`, CARD))
    await person.post('/payments/confirm', { assessmentId, paymentIntentId })
    const { data } = await person.get<{ data: { id: string }[] }>(`/my/payment-methods?assessmentId=${assessmentId}`)
    await person.post('/my/autopay', { savedMethodId: data[0]?.id, networkId, consent: true })
  }
  const worker = async () => {
    for (let payor = left.pop(); payor !== undefined; payor = left.pop()) await startOne(payor)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))

  const due = addDays(dayIn(DEFAULT_TIME_ZONE, instantOf(Date.now())), NOTICE_DAYS)
  const terms = { name: 'Camp', description: null, frequency: 'OneTime', type: 'Uniform', amount: 40, dueDate: due }
  const { id } = await client.post<{ id: string }>(`/networks/${networkId}/assessments`, terms)
  await bed.treasurer.confirm()
  await client.put(`/assessment-programs/${id}/payment-profile`, { paymentProfileId: firsts[0]?.profile })
  await client.upload(id, csv(everyone.flatMap((payor) => Array.from({ length: billsEach }, (_, row) => [payor, row + 1] as const))))
  const charges = async (stage: string): Promise<number> =>
    (await query<{ n: number }>(url(), 'select count(*)::int as n from read.charges where stage = $1', [stage]))[0]?.n ?? 0
  await query(url(), `select graphile_worker.add_job('autopay', '{}')`)
  const unnoticed = await within(async () => (await charges('noticed')) === payors * billsEach, 'a notice of every charge')
  if (unnoticed.length > 0) throw new Error(`only ${await charges('noticed')} charges were noticed`)
  /** Moves the clock to so many hours after the evening of the due date, which does the work that is due. */
  const night = (hours = 0): Promise<unknown> => client.post('/sandbox/clock', { now: new Date(Date.parse(`${due}T21:00:00Z`) + hours * 3_600_000) })
  return { charges, night, due }
}
