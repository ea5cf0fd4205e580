import { described } from '../../modules/app/described.ts'
import { openApiOf } from '../../modules/platform/http/openapi.ts'
import type { About, Route } from '../../modules/platform/http/route.ts'
import { type Client, PASSWORD, type Sent, type startNetwork, terms, wire } from './app.ts'

export type Ids = Readonly<Record<About, string>>

const UUID = '01a1fe3c-e23a-7240-b021-56c9a778f0fa'
export const absent: Ids = {
  network: UUID,
  program: UUID,
  profile: UUID,
  bill: 'A'.repeat(22),
  payor: UUID,
  message: UUID,
  payment: UUID,
  remittance: UUID,
  deposit: UUID,
}

/** Values that an example cannot have: they belong to the tests' accounts, or hold only today. */
const ofTests: Readonly<Record<string, unknown>> = {
  ...{ password: PASSWORD, currentPassword: PASSWORD, newPassword: 'Another-1!', confirmPassword: 'Another-1!' },
  ...{ email: 'someone@example.org', dueDate: terms.dueDate, methods: { Wire: wire }, token: 'nonsense', code: '000000' },
  ...{ assessmentId: absent.bill, paymentIntentId: 'pi_1', card: '4242424242424242', now: '2026-01-01T00:00:00.000Z' },
}
/** Bodies that leave the test data usable for the other calls. */
const mild: Readonly<Record<string, object>> = {
  'post /api/auth/login': { email: 'nobody@example.org', password: 'wrong-one' },
  'put /api/networks/:id': { description: 'Changed' },
  'put /api/assessment-programs/:id/status': { status: 'Active' },
  'put /api/assessment-programs/:id/campaign/status': { status: 'Paused' },
  'put /api/members/:id': { gender: 'f' },
  'post /api/members': { kind: 'individual', firstName: 'Nora', lastName: 'Byhand', confirm: true },
  'post /api/assessment-programs/:id/bills': { memberId: absent.payor },
  'put /api/assessment-bills/:id/amount': { amount: 5 },
  'post /api/assessment-bills/:id/adjustments': { amount: -5, reason: 'Agreed' },
  'post /api/assessments/:id/mark-as-paid': { paymentMethod: 'wire' },
  'delete /api/assessments/:id/mark-as-paid': { withdrawToken: 'x' },
  'post /api/my/autopay': { savedMethodId: 'pm_1', networkId: absent.network, consent: true },
  'post /api/my/autopay/:id/skip': { billId: absent.bill },
  'post /api/sandbox/stripe/accounts/:id': { chargesEnabled: true, achEnabled: true },
}

type Body = Readonly<Record<string, unknown>>
type Published = { requestBody?: { content: Record<string, { example?: Body }> } }

/** A call of the server, with a body that it accepts: the published example, without optional fields that have none. */
export type Tried = Readonly<{ key: string; route: Route; body: Body | null }>

export const callsOf = (routes: readonly Route[]): Tried[] => {
  const { paths = {} } = openApiOf(routes, described)
  return routes.map((route) => {
    const key = `${route.method} ${route.path}`
    if (!route.body) return { key, route, body: null }
    const published = paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method] as Published | undefined
    const example = published?.requestBody?.content['application/json']?.example ?? {}
    const known = Object.fromEntries(Object.entries(example).map(([field, value]) => [field, ofTests[field] ?? value]))
    const wrong = route.body.safeParse(known).error?.issues.map(({ path }) => path[0]) ?? []
    const body = mild[key] ?? Object.fromEntries(Object.entries(known).filter(([field]) => !wrong.includes(field)))
    return { key, route, body: body as Body }
  })
}

const upload = (programId: string): FormData => {
  const form = new FormData()
  form.set('assessmentProgramId', programId)
  form.set('uploadType', 'individualMembers')
  form.set('file', new Blob(['firstName,lastName\nRuth,One\n'], { type: 'text/csv' }), 'members.csv')
  return form
}

const statement = (profileId: string): FormData => {
  const form = new FormData()
  form.set('account', profileId)
  form.set('file', new Blob(['Date,Description,Amount\n2026-03-31,Gift,1.00\n'], { type: 'text/csv' }), 'statement.csv')
  return form
}

/** Sends a call about the record `id` with a valid body or `json`; `params`: other ids of its path. */
export const send = (
  client: Client,
  { route: { method, path, aboutIn, form }, body }: Tried,
  id: string,
  { params = {}, json, ...sent }: Sent & { params?: Readonly<Record<string, string>> } = {},
) => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? encodeURIComponent(name === 'id' && id ? id : UUID))
  // Keeps the sandbox's clock right.
  const now = path === '/api/sandbox/clock' ? { now: new Date().toISOString() } : {}
  const given = json ?? (body && { ...body, ...(aboutIn ? { [aboutIn]: id } : now) })
  return client.send(method, filled, {
    ...sent,
    ...(form ? { form: (path === '/api/bank-statements' ? statement : upload)(id) } : !given || sent.raw !== undefined ? {} : { json: given }),
  })
}

type Made = Awaited<ReturnType<typeof startNetwork>>
/** Ids of one record of each kind; the network's last bill is overpaid. */
export const thingsOf = async ({ admin, bills, ...made }: Made): Promise<Ids> => {
  await admin.post(`/api/assessment-bills/${bills.at(-1)?.id}/receipts`, { amount: 150, method: 'check' })
  const { data: paid } = await admin.get<{ data: { id: string }[] }>('/api/payments')
  // This payment's receipt is sent as a mail, so that there is a mail.
  await admin.post(`/api/assessment-bills/${bills[0]?.id}/receipts`, { amount: 1, method: 'check' })
  let message: string | undefined
  while (message === undefined) message = (await admin.get<{ data: { id: string }[] }>('/api/messages')).data[0]?.id
  const terms = { day: '2026-01-05', paymentProfileId: made.profileId, expectedCount: 1, expectedTotal: 10 }
  const { data: deposit } = await admin.post<{ data: { id: string } }>('/api/deposits', terms)
  return {
    deposit: deposit.id,
    ...{ network: made.networkId, program: made.programId, profile: made.profileId },
    ...{ bill: bills[0]?.id ?? '', payor: bills[0]?.individualMember?.id ?? '', message, payment: paid[0]?.id ?? '', remittance: paid[0]?.id ?? '' },
  }
}
