import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import type { BankLine, ImportedStatement } from './contract.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

type Answered = { data: ImportedStatement; code?: string; message?: string; issues?: { path: string; message: string }[] }
type Network = Awaited<ReturnType<typeof startNetwork>>
const CSV = 'Date,Description,Amount,Transaction ID\n2026-03-31,Zelle from Ruth,240.00,\n2026-03-31,Zelle from Ruth,240.00,\n2026-04-01,Fee,-5.00,\n'

const started = async () => {
  const made = await startNetwork(app, {})
  const send = (text: string, fields: Readonly<Record<string, string>> = {}, by = made.admin, headers = {}) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ account: made.profileId, ...fields })) form.set(name, value)
    form.set('file', new Blob([text]), 'statement.csv')
    return by.send<Answered>('post', '/api/bank-statements', { form, headers })
  }
  const lines = async (query = '') => (await made.admin.get<{ data: BankLine[] }>(`/api/bank-lines${query}`)).data
  return { ...made, send, lines }
}
const counts = ({ body: { data } }: Awaited<ReturnType<Awaited<ReturnType<typeof started>>['send']>>) => [data.lines, data.added, data.repeated]

describe('importing a bank statement', () => {
  test('adds lines in and out, and adds none twice, not even from an overlapping file', async () => {
    const { send, lines } = await started()
    const { status, body } = await send(CSV)
    expect([status, body.data.format, body.data.unreadable]).toEqual([200, 'csv', []])
    expect([body.data.lines, body.data.added, body.data.repeated]).toEqual([3, 3, 0])
    expect(
      (await lines()).map(({ bookedOn, amount, text, status, suggestions, match }) => [
        bookedOn.slice(0, 10),
        amount,
        text,
        status,
        suggestions,
        match,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['2026-04-01', -5, 'Fee', 'open', [], null],
        ['2026-03-31', 240, 'Zelle from Ruth', 'open', [], null],
      ]),
    )
    expect(counts(await send(CSV))).toEqual([3, 0, 3])
    expect(counts(await send(`${CSV}2026-04-02,Zelle from Ole,1.00,\n`))).toEqual([4, 1, 3])
    expect(await lines()).toHaveLength(4)
  })

  test('tells what would happen without adding anything', async () => {
    const { send, lines } = await started()
    expect(counts(await send(CSV, { dryRun: 'true' }))).toEqual([3, 3, 0])
    expect(await lines()).toEqual([])
    await send(CSV)
    expect(counts(await send(CSV, { dryRun: 'true' }))).toEqual([3, 0, 3])
  })

  test('answers a repeated request as the first time', async () => {
    const { send, admin } = await started()
    const headers = { 'idempotency-key': 'once-and-again' }
    expect(counts(await send(CSV, {}, admin, headers))).toEqual([3, 3, 0])
    expect(counts(await send(CSV, {}, admin, headers))).toEqual([3, 3, 0])
  })

  test('remembers the columns of an account, and reports unreadable lines', async () => {
    const { send } = await started()
    const odd = 'Day;Text;Sum\n02/04/2026;A;1.00\n02/05/2026;B;x\n'
    expect((await send(odd)).status).toBe(400)
    const columns = JSON.stringify({ date: 'Day', amount: 'Sum', text: ['Text'], dayFirst: true })
    expect((await send(odd, { columns })).body.data).toMatchObject({ added: 1, unreadable: [{ line: 3, error: 'The amount is missing or wrong.' }] })
    expect(counts(await send(odd))).toEqual([1, 0, 1])
    expect(counts(await send(CSV))).toEqual([3, 3, 0])
  })

  test('refuses a file, columns or an account that are wrong, with a sentence', async () => {
    const { send } = await started()
    const other = await started()
    expect((await send('hello')).body.message).toContain('no bank statement')
    expect((await send('')).body.message).toBe('Choose a file')
    expect((await send(CSV, { columns: '[]' })).body.issues?.[0]?.path).toBe('columns')
    expect((await send(CSV, { account: other.profileId })).status).toBe(404)
    expect((await send(CSV, { account: 'x' })).status).toBe(404)
    expect((await send(CSV.replace('Transaction ID', 'Currency').replaceAll(',\n', ',EUR\n'))).body.message).toContain('EUR')
    const { status } = await other.admin.send('post', '/api/bank-statements', { json: {} })
    expect(status).toBe(415)
  })
})

describe('lines of bank statements', () => {
  test('are ignored with a reason and opened again', async () => {
    const { send, lines, admin } = await started()
    await send(CSV)
    const [fee] = await lines()
    const act = (what: string, json: object = {}) => admin.send<{ data: BankLine }>('post', `/api/bank-lines/${fee?.id}/${what}`, { json })
    expect((await act('ignore', {})).status).toBe(400)
    expect((await act('ignore', { reason: 'A fee' })).body.data).toMatchObject({ status: 'ignored', reason: 'A fee', text: 'Fee' })
    expect((await act('ignore', { reason: 'Again' })).body.data.reason).toBe('A fee')
    expect((await lines('?status=ignored')).map(({ id }) => id)).toEqual([fee?.id])
    expect(await lines('?status=open')).toHaveLength(2)
    expect((await act('undo')).body.data).toMatchObject({ status: 'open', reason: null })
    // The line is still known.
    expect(counts(await send(CSV))).toEqual([3, 0, 3])
  })

  test('belong to one network', async () => {
    const { send, lines, profileId } = await started()
    const other: Network = (await started()) as Network
    await send(CSV)
    const [line] = await lines(`?account=${profileId}`)
    expect(line?.account.id).toBe(profileId)
    expect((await other.admin.get<{ data: BankLine[] }>('/api/bank-lines')).data).toEqual([])
    for (const what of ['ignore', 'undo'])
      expect((await other.admin.send('post', `/api/bank-lines/${line?.id}/${what}`, { json: { reason: 'x' } })).status).toBe(404)
    expect(await lines('?account=nobody')).toEqual([])
  })
})
