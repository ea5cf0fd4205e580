// Compiled against the package's source and the packed package: valid and invalid uses of its types.
import { type Bill, type ErrorCode, etagOf, type Member, Vestry, VestryError } from '@vestry/client'

const vestry = new Vestry({ baseUrl: 'https://dues.example.org', key: 'vestry_…', network: 'n', retry: { times: 1, seconds: 5 }, fetch })
const id = 'Qm3vT0dAcR8yLk2WnZ5xEg'

export const right = async (): Promise<unknown> => {
  const { data, pagination } = await vestry.get('/assessment-bills', {
    query: { status: 'Overdue', pageSize: 50, orderBy: 'balance', order: 'desc' },
  })
  const bills: Bill[] = data
  const all: number = pagination.totalItems
  await vestry.get('/networks')
  const member: Member = await vestry.get('/members/{id}', { path: { id } })
  await vestry.put('/members/{id}', { path: { id }, body: { email: null, phone: '' }, ifMatch: etagOf(member) })
  const receipt = await vestry.post('/assessment-bills/{id}/receipts', {
    path: { id },
    body: { amount: 40, method: 'check', reference: null },
    idempotencyKey: 'bank-line-17',
    signal: AbortSignal.timeout(5_000),
  })
  const open: number = receipt.data.balance
  for await (const { name } of vestry.each('/members', { query: { kind: 'congregation' } })) name.toUpperCase()
  for await (const page of vestry.pages('/payments')) page.map(({ receiptNumber }) => receiptNumber)
  const { billGeneration } = await vestry.upload({ assessmentProgramId: id, uploadType: 'individualMembers', csv: 'firstName\n', dryRun: true })
  const file = await vestry.download('/exports/bills.csv', { query: { status: 'Paid' } })
  await vestry.put('/assessment-bills/{id}/archive', { path: { id } })
  return [bills, all, open, billGeneration?.created, await file.text()]
}

export const refused = (error: unknown): string => {
  if (!(error instanceof VestryError)) throw error
  const known: ErrorCode = 'possible-duplicate'
  switch (error.code) {
    case known:
    case 'key-reads-only':
    case 'a-code-of-tomorrow':
      return error.issues[0]?.path ?? error.requestId ?? String(error.retryAfter)
    default:
      return error.message
  }
}

export const wrong = (): unknown[] => [
  // @ts-expect-error the API key is missing
  new Vestry({ baseUrl: 'https://dues.example.org' }),
  // @ts-expect-error the API has no such call
  vestry.get('/bills'),
  // @ts-expect-error only people, not API keys, may launch a campaign
  vestry.put('/assessment-programs/{id}/campaign/status', { path: { id }, body: { status: 'Active' } }),
  // @ts-expect-error only people, not API keys, may refund a payment
  vestry.post('/assessment-bills/{id}/refunds', { path: { id }, body: { paymentId: id, reason: 'x' } }),
  // @ts-expect-error the id of the bill is missing
  vestry.get('/assessment-bills/{id}'),
  // @ts-expect-error bills have no such status
  vestry.get('/assessment-bills', { query: { status: 'Late' } }),
  // @ts-expect-error the amount must be a number
  vestry.post('/assessment-bills/{id}/receipts', { path: { id }, body: { amount: '40', method: 'check' } }),
  // @ts-expect-error the method is missing
  vestry.post('/assessment-bills/{id}/receipts', { path: { id }, body: { amount: 40 } }),
  // @ts-expect-error a call that creates nothing takes no idempotency key
  vestry.put('/assessment-bills/{id}/archive', { path: { id }, idempotencyKey: 'x' }),
  // @ts-expect-error the answer is not a list with pages
  vestry.each('/dashboard/summary'),
  // @ts-expect-error the answer is a file, not JSON
  vestry.get('/exports/bills.csv'),
  // @ts-expect-error there is no such type of upload
  vestry.upload({ assessmentProgramId: id, uploadType: 'people', csv: '' }),
  // @ts-expect-error a member has no payerName
  vestry.get('/members/{id}', { path: { id } }).then(({ payerName }) => payerName),
]
