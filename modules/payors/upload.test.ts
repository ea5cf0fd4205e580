import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import { READ_SCHEMA } from '../platform/postgres/database.ts'
import type { UploadResult } from './contract.ts'
import { removeAbandoned } from './upload-folder.ts'

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const members300 = file('../app/demo/members-300.csv')
const congregations40 = file('../app/demo/congregations-40.csv')
const messy = file('../../scripts/e2e/members-messy.csv')

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const empty = (more: Record<string, string | number> = {}) => startNetwork(app, { csv: '', terms: more })

const accepted = async (answer: ReturnType<Client['upload']>, rows?: number): Promise<UploadResult> => {
  const { status, text, body } = await answer
  expect(status, text).toBe(200)
  const { created, duplicates, skipped } = body.billGeneration ?? expect.fail('no bills')
  if (rows !== undefined) expect(created + duplicates + skipped + body.errors.length, 'every row is accounted for').toBe(rows)
  expect(body.billsGenerated).toBe(created)
  return body
}
const csv = (...rows: string[]) => ['firstName,lastName,email,phone,dob', ...rows].join('\n')
const payorsOf = async (client: Client) => {
  const { data } = await client.get<{ data: { name: string; email: string | null; phone: string | null; dob: string | null }[] }>(
    '/api/members?pageSize=100',
  )
  return data
}

describe('three hundred members', () => {
  test('get one bill each, and none the second time', async () => {
    const { admin, programId } = await empty()
    expect(await accepted(admin.upload(programId, members300), 300)).toMatchObject({
      success: true,
      membersUploaded: 300,
      billGeneration: { created: 300, duplicates: 0, skipped: 0 },
      billGenerationError: null,
      errors: [],
    })
    expect(await admin.bills(programId)).toHaveLength(300)
    const again = await accepted(admin.upload(programId, members300), 300)
    expect(again).toMatchObject({ membersUploaded: 300, billGeneration: { created: 0, duplicates: 300, skipped: 0 }, warnings: [] })
    expect(await admin.bills(programId)).toHaveLength(300)
    const people = await admin.get<{ pagination: { totalItems: number } }>('/api/members?kind=individual')
    expect(people.pagination.totalItems).toBe(300)
  })

  test('get one bill each from five concurrent uploads', async () => {
    const { admin, programId } = await empty()
    const results = await Promise.all(Array.from({ length: 5 }, () => accepted(admin.upload(programId, members300), 300)))
    expect(results.map(({ billsGenerated }) => billsGenerated).sort((a, b) => b - a)).toEqual([300, 0, 0, 0, 0])
    const bills = await admin.bills(programId)
    expect(bills).toHaveLength(300)
    expect(new Set(bills.map(({ individualMember }) => individualMember?.id)).size).toBe(300)
  })

  test("are matched by a second program's upload, which bills them again", async () => {
    const { admin, programId, networkId, profileId } = await empty()
    await accepted(admin.upload(programId, members300), 300)
    const { id } = await admin.post(`/api/networks/${networkId}/assessments`, { ...terms, name: 'Second' })
    await admin.put(`/api/assessment-programs/${id}/payment-profile`, { paymentProfileId: profileId })
    expect(await accepted(admin.upload(id, members300), 300)).toMatchObject({ billGeneration: { created: 300, duplicates: 0 }, warnings: [] })
    const people = await admin.get<{ pagination: { totalItems: number } }>('/api/members?kind=individual')
    expect(people.pagination.totalItems).toBe(300)
  })
})

test('reads a messy spreadsheet row by row', async () => {
  const { admin, programId } = await empty()
  const result = await accepted(admin.upload(programId, messy), 12)
  expect(result).toMatchObject({ success: true, membersUploaded: 10, billGeneration: { created: 8, duplicates: 2, skipped: 0 } })
  expect(result.errors).toEqual([
    { row: 6, name: 'Zoë', error: 'Last name is required' },
    { row: 11, name: 'row', error: 'First name is required' },
  ])
  const notes = (row: number) =>
    result.warnings.filter((warning) => warning.startsWith(`Row ${row} `)).map((warning) => warning.replace(/^[^:]*: /, ''))
  expect(result.warnings).toContain('Column "notes" is not known and was ignored.')
  expect(notes(2)).toEqual(['the date of birth is not a date and was left out.'])
  expect(notes(3)).toEqual(['the same person as in row 2.'])
  expect(notes(4)).toEqual([])
  expect(notes(5)).toEqual(['the email is not valid and was left out.'])
  expect(notes(10)).toEqual(['the same person as in row 9.'])
  expect(notes(12).sort()).toEqual([
    'surplus cells were ignored.',
    'the date of birth is not a date and was left out.',
    'the phone number is not valid and was left out.',
  ])
  expect(await payorsOf(admin)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Ana García; y López', email: 'ana@example.org', phone: '+1 (212) 555-0100', dob: null }),
      expect.objectContaining({ name: 'Chidi Okafor', email: null, dob: '1971-05-05T00:00:00.000Z' }),
      expect.objectContaining({ name: 'Mal =HYPERLINK("http://evil")' }),
      expect.objectContaining({ name: 'John Smith', email: 'spaced@example.org' }),
      expect.objectContaining({ name: 'José Núñez', email: 'jose@example.org' }),
    ]),
  )
  const again = await accepted(admin.upload(programId, messy), 12)
  expect(again).toMatchObject({ membersUploaded: 10, billGeneration: { created: 0, duplicates: 10, skipped: 0 } })
  expect(await payorsOf(admin)).toHaveLength(8)
})

test("bills forty congregations, and replaces the bare names that members' rows had given", async () => {
  const { admin, programId, networkId, profileId } = await empty()
  await accepted(admin.upload(programId, 'firstName,lastName,congregation\nRuth,One,First Baptist of Fargo 2'), 1)
  const { id } = await admin.post(`/api/networks/${networkId}/assessments`, { ...terms, name: 'Congregations' })
  await admin.put(`/api/assessment-programs/${id}/payment-profile`, { paymentProfileId: profileId })
  const result = await accepted(admin.upload(id, congregations40, { type: 'congregations' }), 40)
  expect(result).toMatchObject({ membersUploaded: 40, billGeneration: { created: 40, duplicates: 0, skipped: 0 }, errors: [] })
  expect(result.warnings.every((warning) => warning.startsWith('Row 3 (First Baptist of Fargo 2): '))).toBe(true)
  expect(result.warnings).not.toEqual([])
  const bills = await admin.bills(id)
  expect(bills.every(({ congregation, individualMember }) => congregation && !individualMember)).toBe(true)
  const congregations = await admin.get<{ pagination: { totalItems: number } }>('/api/members?kind=congregation')
  expect(congregations.pagination.totalItems).toBe(40)
  expect(await accepted(admin.upload(id, congregations40, { type: 'congregations' }), 40)).toMatchObject({
    billGeneration: { created: 0, duplicates: 40 },
    warnings: [],
  })
})

describe('without a profile', () => {
  test('registers the members, and bills them once one is attached', async () => {
    const { admin, networkId, profileId } = await empty()
    const { id } = await admin.post(`/api/networks/${networkId}/assessments`, { ...terms, type: 'Custom' })
    const { status, body } = await admin.upload(id, 'firstName,lastName,amount\nRuth,One,60\nOle,Two,\nruth,ONE,70')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      membersUploaded: 3,
      billGeneration: null,
      billsGenerated: 0,
      billGenerationError: 'Bills could not be generated. Please make sure a payment profile is set up and attached.',
    })
    expect(await admin.bills(id)).toEqual([])
    await admin.upload(id, 'firstName,lastName,amount\nAna,Three,5.50')
    await admin.put(`/api/assessment-programs/${id}/payment-profile`, { paymentProfileId: profileId })
    const owed = (await admin.bills(id)).map(({ individualMember, amount }) => [individualMember?.firstName, amount])
    expect(owed.sort()).toEqual([
      ['Ana', 5.5],
      ['Ole', 100],
      ['Ruth', 60],
    ])
    expect(await accepted(admin.upload(id, 'firstName,lastName,amount\nRuth,One,60'), 1)).toMatchObject({
      billGeneration: { created: 0, duplicates: 1 },
    })
  })

  test('bills everyone if one is attached during the upload', async () => {
    const { admin, networkId, profileId } = await empty()
    const { id } = await admin.post(`/api/networks/${networkId}/assessments`, terms)
    const uploading = admin.upload(id, members300)
    await admin.put(`/api/assessment-programs/${id}/payment-profile`, { paymentProfileId: profileId })
    expect((await uploading).status).toBe(200)
    await expect.poll(async () => (await admin.bills(id)).length).toBe(300)
  })
})

test("uses the row's amount in a Custom program, and the program's in a Uniform one, with a warning", async () => {
  const rows = 'firstName,lastName,amount\nRuth,One,60.25\nOle,Two,\nAna,Three,ten\n'
  const custom = await empty({ type: 'Custom' })
  const result = await accepted(custom.admin.upload(custom.programId, rows), 3)
  expect(result.errors).toEqual([{ row: 4, name: 'Ana Three', error: 'This is not an amount. Type it like 1250.00.' }])
  expect((await custom.admin.bills(custom.programId)).map(({ amount }) => amount).sort()).toEqual([100, 60.25])
  const uniform = await empty()
  expect((await accepted(uniform.admin.upload(uniform.programId, rows), 3)).warnings).toHaveLength(2)
  expect((await uniform.admin.bills(uniform.programId)).map(({ amount }) => amount)).toEqual([100, 100, 100])
})

describe('[d] a matched row', () => {
  test('uses the details that the network knows, and reports changes', async () => {
    const { admin, programId } = await empty()
    await accepted(admin.upload(programId, csv('Ruth,One,ruth@example.org,(212) 555-0100,1990-01-01')), 1)
    const result = await accepted(admin.upload(programId, csv('RUTH,Öne,new@example.org,212-555-0100,')), 1)
    expect(result).toMatchObject({ membersUploaded: 1, billGeneration: { created: 0, duplicates: 1, skipped: 0 } })
    expect(result.warnings).toEqual(['Row 2 (RUTH Öne): the email was updated.'])
    expect(await payorsOf(admin)).toEqual([expect.objectContaining({ name: 'Ruth One', email: 'new@example.org', phone: '(212) 555-0100' })])
  })

  test('is skipped if ambiguous: nobody is merged, added or billed', async () => {
    const { admin, programId } = await empty()
    const two = csv('Ruth,One,a@example.org,,', 'Ruth,One,b@example.org,,', 'Ruth,One,,,')
    const result = await accepted(admin.upload(programId, two), 3)
    expect(result).toMatchObject({ membersUploaded: 2, billGeneration: { created: 2, duplicates: 0, skipped: 1 } })
    expect(result.warnings).toEqual(['Row 4 (Ruth One): several members could be meant, so the row was skipped.'])
    expect(await accepted(admin.upload(programId, two), 3)).toMatchObject({ billGeneration: { created: 0, duplicates: 2, skipped: 1 } })
  })

  test('does not mix up household members with one address', async () => {
    const { admin, programId } = await empty()
    const result = await accepted(admin.upload(programId, csv('Ruth,One,home@example.org,,', 'Ole,One,home@example.org,,')), 2)
    expect(result).toMatchObject({ billGeneration: { created: 2 }, warnings: [] })
  })

  test('bills a payor again whose bill was archived', async () => {
    const { admin, programId } = await empty()
    const one = csv('Ruth,One,a@example.org,,')
    await accepted(admin.upload(programId, one), 1)
    const [bill = expect.fail('no bill')] = await admin.bills(programId)
    await admin.put(`/api/assessment-bills/${bill.id}/archive`)
    expect(await accepted(admin.upload(programId, one), 1)).toMatchObject({ billGeneration: { created: 1, duplicates: 0 } })
    const { status } = await admin.send('put', `/api/assessment-bills/${bill.id}/mark-as-paid`, { json: {} })
    expect(status, 'the archived one cannot come back beside the new one').toBe(409)
  })

  test('gets a new bill after an archived one only from an upload', async () => {
    const { admin, programId } = await empty()
    await accepted(admin.upload(programId, csv('Ruth,One,a@example.org,,')), 1)
    const [bill = expect.fail('no bill')] = await admin.bills(programId)
    await admin.put(`/api/assessment-bills/${bill.id}/archive`)
    // Simulates a profile's attachment whose job runs late.
    await app.pool.query(`select graphile_worker.add_job('generate-bills', $1)`, [JSON.stringify({ programId })])
    await app.written()
    expect(await admin.bills(programId)).toMatchObject([{ id: bill.id, status: 'Archived' }])
  })

  test('bills a payor whose bill was archived even while read models lag', async () => {
    const { admin, programId } = await empty()
    const one = csv('Ruth,One,a@example.org,,')
    await accepted(admin.upload(programId, one), 1)
    const [bill = expect.fail('no bill')] = await admin.bills(programId)
    const holding = await app.pool.connect()
    try {
      await holding.query('begin')
      await holding.query(`select 1 from ${READ_SCHEMA}.checkpoints where name = 'ledger' for update`)
      await admin.put(`/api/assessment-bills/${bill.id}/archive`)
      const again = admin.upload(programId, one)
      await setTimeout(500)
      await holding.query('commit')
      expect(await accepted(again, 1)).toMatchObject({ billGeneration: { created: 1, duplicates: 0 } })
    } finally {
      holding.release()
    }
  })

  test('adds no payor and no bill if any file is uploaded again', async () => {
    const some = <Value>(...values: Value[]) => fc.constantFrom<Value>(...values)
    const row = fc.record({
      name: some('Ruth,One', 'ruth,ONE', 'Ole,Two', ',Two', 'Ana,'),
      email: some('', 'a@example.org', 'b@example.org', 'nonsense'),
      phone: some('', '212-555-0100', '(212) 555-0199', '1'),
      dob: some('', '1990-01-01', '1991-01-01', '1990-02-30'),
    })
    const { admin, networkId, profileId } = await empty()
    let n = 0
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 9 }), async (rows) => {
        n += 1
        const { id } = await admin.post(`/api/networks/${networkId}/assessments`, { ...terms, name: `Program ${n}` })
        await admin.put(`/api/assessment-programs/${id}/payment-profile`, { paymentProfileId: profileId })
        // New names, so that the network knows nobody in the file.
        const text = csv(...rows.map(({ name, email, phone, dob }) => `${name?.replace(/(\w),/, `$1 ${'x'.repeat(n)},`)},${email},${phone},${dob}`))
        await accepted(admin.upload(id, text), rows.length)
        const before = await admin.get<{ pagination: { totalItems: number } }>('/api/members')
        const again = await accepted(admin.upload(id, text), rows.length)
        expect(again.billsGenerated, text).toBe(0)
        const after = await admin.get<{ pagination: { totalItems: number } }>('/api/members')
        expect(after.pagination.totalItems, text).toBe(before.pagination.totalItems)
        expect((await accepted(admin.upload(id, text), rows.length)).billsGenerated, text).toBe(0)
      }),
      { numRuns: 25 },
    )
  }, 120_000)
})

describe('[d] a payor whose details were changed by hand after an upload', () => {
  type Named = { id: string; name: string; email: string | null; congregation: { name: string } | null }
  const people = async (client: Client) => (await client.get<{ data: Named[] }>('/api/members?pageSize=100')).data
  const names = async (client: Client) => (await people(client)).map(({ name }) => name).sort()
  const changed = async (client: Client, name: string, details: object) => {
    const { id } = (await people(client)).find((member) => member.name === name) ?? expect.fail(`no ${name}`)
    await client.put(`/api/members/${id}`, details)
  }
  const second = async ({ admin, networkId, profileId }: Awaited<ReturnType<typeof empty>>): Promise<string> => {
    const { id } = await admin.post(`/api/networks/${networkId}/assessments`, { ...terms, name: 'Second' })
    await admin.put(`/api/assessment-programs/${id}/payment-profile`, { paymentProfileId: profileId })
    return id
  }
  /** The result of an upload, which a dry run must have predicted. */
  const previewed = async (client: Client, programId: string, text: string, rows: number, type = 'individualMembers') => {
    const { rows: _, ...preview } = await accepted(client.upload(programId, text, { type, dryRun: true }), rows)
    const done = await accepted(client.upload(programId, text, { type }), rows)
    expect(preview).toEqual(done)
    return done
  }

  test.each([
    ['member', 'individualMembers', csv('John,Smith,,,'), { firstName: 'Peter', lastName: 'Brown' }, 'John Smith', 'Peter Brown'],
    ['congregation', 'congregations', 'name\nSt. Mark', { name: 'St. Luke' }, 'St. Mark', 'St. Luke'],
  ])('is not billed by a row with the former name of a %s: the row is skipped', async (_, type, text, rename, before, after) => {
    const made = await empty()
    const { admin, programId } = made
    await accepted(admin.upload(programId, text, { type }), 1)
    await changed(admin, before, rename)
    for (const id of [await second(made), programId]) {
      expect(await previewed(admin, id, text, 1, type)).toMatchObject({
        success: false,
        membersUploaded: 0,
        billGeneration: { created: 0, duplicates: 0, skipped: 1 },
        warnings: [`Row 2 (${before}): ${after} was registered with this name and these details, so the row was skipped.`],
        actions: { new: 0, ambiguous: 1 },
      })
      expect(await admin.bills(id)).toHaveLength(id === programId ? 1 : 0)
    }
    expect(await names(admin)).toEqual([after])
    // A row that differs in any detail means another person.
    await accepted(
      admin.upload(programId, type === 'congregations' ? 'name,email\nSt. Mark,mark@example.org' : csv('John,Smith,john@example.org,,'), { type }),
      1,
    )
    expect(await names(admin)).toEqual([after, before].sort())
  })

  test('matches a row with the former details, keeps the new ones, and is billed if it has no bill yet', async () => {
    const made = await empty()
    const { admin, programId } = made
    const old = csv('Ann,Lee,old@example.org,,', 'Ole,Two,ole@example.org,,')
    await accepted(admin.upload(programId, old), 2)
    await changed(admin, 'Ann Lee', { email: 'new@example.org' })
    const kept = {
      membersUploaded: 3,
      warnings: [
        'Row 2 (Ann Lee): the details were changed after an earlier upload, and stay as they are.',
        'Row 4 (ANN LEE): the same person as in row 2.',
      ],
      actions: { new: 0, changed: 0, same: 2, duplicate: 1 },
    }
    const twice = `${old}\nANN,LEE,old@example.org,,`
    for (const [id, created] of [
      [programId, 0],
      [await second(made), 2],
    ] as const)
      expect(await previewed(admin, id, twice, 3)).toMatchObject({ ...kept, billGeneration: { created, duplicates: 3 - created, skipped: 0 } })
    expect((await people(admin)).map(({ name, email }) => [name, email]).sort()).toEqual([
      ['Ann Lee', 'new@example.org'],
      ['Ole Two', 'ole@example.org'],
    ])
  })

  test("is not matched by a member's row if it is a congregation", async () => {
    const { admin, programId } = await empty()
    const rows = (...members: string[]) => ['firstName,lastName,congregation', ...members].join('\n')
    await accepted(admin.upload(programId, rows('Ruth,One,St. Mark')), 1)
    await changed(admin, 'St. Mark', { name: 'St. Luke' })
    const preview = await previewed(admin, programId, rows('Ruth,One,St. Mark', 'Ole,Two,st. mark', 'Ana,Three,St. Luke'), 3)
    expect(preview).toMatchObject({
      billGeneration: { created: 2, duplicates: 1, skipped: 0 },
      warnings: [
        'Row 2 (Ruth One): the congregation St. Mark is called St. Luke now, and was left out.',
        'Row 3 (Ole Two): the congregation st. mark is called St. Luke now, and was left out.',
      ],
      actions: { new: 2, changed: 0, same: 1 },
    })
    expect((await people(admin)).map(({ name, congregation }) => [name, congregation?.name]).sort()).toEqual([
      ['Ana Three', 'St. Luke'],
      ['Ole Two', undefined],
      ['Ruth One', 'St. Luke'],
      ['St. Luke', undefined],
    ])
  })
})

test('keeps a change made by hand during the upload, and applies the row if it still matches', async () => {
  const { admin, programId } = await empty()
  const named = ['Ruth', 'Ole', 'Ana', 'Ida']
  const rows = (phone: string) => csv(...named.map((name) => `${name},One,${name}@example.org,${phone},`))
  await accepted(admin.upload(programId, rows('')), 4)
  const { data } = await admin.get<{ data: { id: string; name: string }[] }>('/api/members')
  const change = (name: string, details: object) => admin.put(`/api/members/${data.find((member) => member.name === `${name} One`)?.id}`, details)
  // No read model may be waiting for the table when it is locked.
  await app.ready()
  const holding = await app.pool.connect()
  try {
    // The upload stops at this table, after it has matched its rows and before it writes any.
    await holding.query(`begin; set local idle_in_transaction_session_timeout = 0; lock table ${READ_SCHEMA}.programs_past in access exclusive mode`)
    const uploading = accepted(admin.upload(programId, rows('(212) 555-0100')), 4)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%programs_past%'`
    await expect.poll(async () => (await app.pool.query(waiting)).rowCount, { timeout: 20_000 }).toBeGreaterThan(0)
    // A billing job may have been waiting for the table before it.
    await setTimeout(500)
    await change('Ruth', { dob: '1990-01-01T00:00:00.000Z' })
    await change('Ole', { phone: '212-555-0100' })
    await change('Ana', { lastName: 'Two' })
    await holding.query('commit')
    expect(await uploading).toMatchObject({
      membersUploaded: 4,
      billGeneration: { created: 0, duplicates: 4, skipped: 0 },
      warnings: [
        'Row 2 (Ruth One): the phone number was added.',
        'Row 4 (Ana One): the details were changed while this upload ran, and stay as they are.',
        'Row 5 (Ida One): the phone number was added.',
      ],
      actions: { changed: 2, same: 2 },
    })
  } finally {
    holding.release(true)
  }
  expect((await payorsOf(admin)).map(({ name, phone, dob }) => [name, phone, dob?.slice(0, 10)]).sort()).toEqual([
    ['Ana Two', null, undefined],
    ['Ida One', '(212) 555-0100', undefined],
    ['Ole One', '212-555-0100', undefined],
    ['Ruth One', '(212) 555-0100', '1990-01-01'],
  ])
})

test('adds a forgotten member as a new payor if a later file has them', async () => {
  const { admin, programId } = await empty()
  const one = csv('Ruth,One,a@example.org,,')
  await accepted(admin.upload(programId, one), 1)
  const idOf = async () =>
    (await admin.get<{ data: { id: string; name: string }[] }>('/api/members')).data.find(({ name }) => name === 'Ruth One')?.id
  const before = await idOf()
  expect((await admin.send('delete', `/api/members/${before}`)).status).toBe(204)
  expect(await accepted(admin.upload(programId, one), 1)).toMatchObject({ membersUploaded: 1, billGeneration: { created: 1 } })
  const after = await idOf()
  expect(after).toEqual(expect.any(String))
  expect(after).not.toBe(before)
  expect(await accepted(admin.upload(programId, one), 1)).toMatchObject({ billGeneration: { created: 0, duplicates: 1 } })
  expect(await idOf()).toBe(after)
})

describe('a dry run (R49)', () => {
  const figures = ({
    success,
    membersUploaded,
    billGeneration,
    billsGenerated,
    billGenerationError,
    errors,
    warnings,
    rejected,
    actions,
  }: UploadResult) => ({
    ...{ success, membersUploaded, billGeneration, billsGenerated, billGenerationError, errors, warnings, rejected, actions },
  })
  const rowsOf = ({ rows = expect.fail('no rows') }: UploadResult) => rows.map(({ row, action, note }) => `${row} ${action}${note && `: ${note}`}`)

  test.each([
    ['a messy spreadsheet', messy, 12],
    ['three hundred members', members300, 300],
  ])('of %s predicts what the upload does, and writes nothing', async (_, text, rows) => {
    const { admin, programId } = await empty()
    for (let round = 0; round < 2; round += 1) {
      const before = await app.written()
      const preview = await accepted(admin.upload(programId, text, { dryRun: true }), rows)
      expect(await app.written()).toBe(before)
      expect(preview.rows).toHaveLength(rows)
      const done = await accepted(admin.upload(programId, text), rows)
      expect(done.rows).toBeUndefined()
      expect(figures(preview)).toEqual(figures(done))
    }
  })

  test('lists each row: new, changed, known, duplicate, ambiguous or rejected', async () => {
    const { admin, programId } = await empty()
    await accepted(admin.upload(programId, csv('Ruth,One,ruth@example.org,,', 'Ole,Two,ole@example.org,,', 'Ole,Two,other@example.org,,')), 3)
    const preview = await accepted(
      admin.upload(
        programId,
        csv(
          'Ruth,One,new@example.org,,',
          'Ole,Two,ole@example.org,,',
          'Ole,Two,,,',
          'Ana,Three,ana@,,',
          'ANA,three,,,',
          ',Four,,,',
          'Ruth,One,ruth@example.org,2125550100,',
        ),
        { dryRun: true },
      ),
      7,
    )
    expect(rowsOf(preview)).toEqual([
      '2 new',
      '3 same',
      '4 ambiguous: several members could be meant, so the row was skipped',
      '5 new: the email is not valid and was left out',
      '6 duplicate: the same person as in row 5',
      '7 rejected: First name is required',
      '8 changed: the phone number was added',
    ])
    expect(preview.actions).toEqual({ new: 2, changed: 1, same: 1, duplicate: 1, ambiguous: 1, rejected: 1 })
    expect(preview.rejected).toEqual({ header: ['firstName', 'lastName', 'email', 'phone', 'dob'], rows: [['', 'Four', '', '', '']] })
    expect(preview.rows?.[5]?.name).toBe('Four')
  })

  test('lists only the first thousand rows, but counts all', async () => {
    const { admin, programId } = await empty()
    const letters = (n: number) => n.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')
    const rows = Array.from({ length: 1_300 }, (_, i) => `Ruth,O${letters(i)},,,`)
    const preview = await accepted(admin.upload(programId, csv(...rows), { dryRun: true }), 1_300)
    expect([preview.rows?.length, preview.rows?.at(-1)?.row, preview.actions?.new]).toEqual([1_000, 1_001, 1_300])
  })

  test('says that no bills will follow without a profile, and is refused like the upload', async () => {
    const { admin, networkId, programId } = await empty()
    const { id } = await admin.post(`/api/networks/${networkId}/assessments`, terms)
    expect((await admin.upload(id, members300, { dryRun: true })).body).toMatchObject({
      success: true,
      billGeneration: null,
      billGenerationError: 'Bills could not be generated. Please make sure a payment profile is set up and attached.',
    })
    expect(await admin.upload(programId, 'a,b\n1,2', { dryRun: true })).toMatchObject({ status: 400, body: { success: false } })
    await admin.put(`/api/assessment-programs/${programId}/status`, { status: 'Archived' })
    expect(await admin.upload(programId, members300, { dryRun: true })).toMatchObject({ status: 409, body: { code: 'not-active' } })
  })
})

describe('the progress of an upload', () => {
  const missing = { status: 404, body: { code: 'not-found' } }

  test('is shown to its sender by the id sent with it, even after the upload has ended', async () => {
    const { admin, programId } = await empty()
    const { admin: other, programId: foreign } = await empty()
    const progressId = randomUUID()
    expect(await admin.send('get', `/api/uploads/${progressId}`)).toMatchObject(missing)
    await accepted(admin.upload(programId, `${members300}\n,Nameless`, { progressId }), 301)
    const state = await admin.get(`/api/uploads/${progressId}`)
    expect(state).toEqual({ state: 'done', rows: 301, done: 301, secondsLeft: null, membersUploaded: 300, billsGenerated: 300, rejected: 1 })
    expect(await other.send('get', `/api/uploads/${progressId}`)).toMatchObject(missing)
    expect(await admin.send('get', '/api/uploads/nonsense')).toMatchObject(missing)
    await accepted(other.upload(foreign, members300, { progressId }), 300)
    expect(await admin.get(`/api/uploads/${progressId}`), 'nobody else can write to it').toEqual(state)
  })

  test("is 'failed' for a refused file, and 'interrupted' after its process died", async () => {
    const { admin, programId } = await empty()
    const progressId = randomUUID()
    expect((await admin.upload(programId, 'a,b\n1,2', { progressId })).status).toBe(400)
    expect(await admin.get(`/api/uploads/${progressId}`)).toMatchObject({ state: 'failed', membersUploaded: null })
    await app.pool.query(
      `update upload_progress set state = 'running', rows = 100, done = 50, started_at = clock_timestamp() - interval '10 seconds' where id = $1`,
      [progressId],
    )
    expect(await admin.get(`/api/uploads/${progressId}`)).toMatchObject({ state: 'running', rows: 100, done: 50, secondsLeft: 11 })
    await app.pool.query(`update upload_progress set seen_at = clock_timestamp() - interval '1 minute' where id = $1`, [progressId])
    expect(await admin.get(`/api/uploads/${progressId}`)).toMatchObject({ state: 'interrupted' })
  })
})

test('leaves no file on the disk, accepted or not', async () => {
  const { admin, programId } = await empty()
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('vestry-upload-'))
  const before = left()
  await admin.upload(programId, csv('Ruth,One,,,'))
  await admin.upload(programId, 'a,b\n1,2')
  await admin.upload(programId, `firstName,lastName\n${'x'.repeat(5 * 1024 * 1024)}`)
  // Other tests upload at the same time; their files disappear within moments.
  const ours = left().filter((name) => !before.includes(name))
  await expect.poll(() => left().filter((name) => ours.includes(name))).toEqual([])
})

test('at the next start, removes the files of a killed process, but not those in use', async () => {
  const [abandoned, underWay] = [mkdtempSync(join(tmpdir(), 'vestry-upload-')), mkdtempSync(join(tmpdir(), 'vestry-upload-'))]
  writeFileSync(join(abandoned, 'file'), 'Ruth,One')
  const twoHoursAgo = new Date(Date.now() - 7_200_000)
  utimesSync(abandoned, twoHoursAgo, twoHoursAgo)
  await removeAbandoned()
  expect([existsSync(abandoned), existsSync(underWay)]).toEqual([false, true])
  rmSync(underWay, { recursive: true })
})

describe('refuses an upload, writing nothing,', () => {
  type Refused = Readonly<{ content?: string; name?: string; mime?: string; uploadType?: string; program?: string; drop?: string }>
  const form = (
    programId: string,
    { content = 'firstName,lastName\nRuth,One', name = 'members.csv', mime = 'text/csv', uploadType, program, drop }: Refused,
  ) => {
    const made = new FormData()
    made.set('uploadType', uploadType ?? 'individualMembers')
    made.set('assessmentProgramId', program ?? programId)
    made.set('file', new Blob([content], { type: mime }), name)
    if (drop) made.delete(drop)
    return made
  }
  const refuses = async (_: string, refused: Refused, status: number, message: string) => {
    const { admin, programId } = await empty()
    const before = await app.written()
    const answer = await admin.send('post', '/api/uploads', { form: form(programId, refused) })
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body).toMatchObject({ success: false, message, errors: [], warnings: [], code: expect.any(String) })
    expect(await app.written()).toBe(before)
  }
  test.each<[string, Refused, number, string]>([
    ['as neither .csv nor text/csv', { name: 'members.xlsx', mime: 'application/zip' }, 415, 'Invalid file type. Please select a CSV file.'],
    ['above 5 MB', { content: `firstName,lastName\n${'x'.repeat(5 * 1024 * 1024)}` }, 413, 'File size exceeds 5MB limit.'],
    ['when empty', { content: '' }, 400, 'Please select a non-empty file.'],
    ['without a file', { drop: 'file' }, 400, 'Please select a non-empty file.'],
    ['with a header alone', { content: 'firstName,lastName' }, 400, 'The file has no rows below its header.'],
    ['with an unclosed quote', { content: 'firstName,lastName\n"Ruth,One' }, 400, 'The file has a quotation mark that is never closed.'],
    ['for no such program', { program: 'nonsense' }, 404, 'Assessment program not found or you do not have access to it.'],
  ])('%s', refuses)
  test.each<[string, Refused, number, string]>([
    ['of another type of upload', { uploadType: 'pets' }, 400, 'uploadType must be individualMembers or congregations'],
    ['without a type of upload', { drop: 'uploadType' }, 400, 'uploadType must be individualMembers or congregations'],
    ['without a program', { drop: 'assessmentProgramId' }, 400, 'Please select an assessment program'],
  ])('%s', refuses)

  test.each([['Completed'], ['Archived']])('while the program is %s', async (to) => {
    const { admin, programId } = await empty()
    await admin.put(`/api/assessment-programs/${programId}/status`, { status: to })
    expect(await admin.upload(programId, csv('Ruth,One'))).toMatchObject({ status: 409, body: { success: false, code: 'not-active' } })
  })

  test('by the Admin of another network, as if the program were absent', async () => {
    const { programId } = await empty()
    const { admin: other } = await empty()
    const foreign = await other.upload(programId, csv('Ruth,One'))
    const absent = await other.upload('01a1fe3c-e23a-7240-b021-56c9a778f0fa', csv('Ruth,One'))
    expect([foreign.status, foreign.text]).toEqual([404, absent.text])
  })
})
