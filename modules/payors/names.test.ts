import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, startApp, startNetwork } from '../../scripts/testing/app.ts'
import type { Found } from '../networks/contract.ts'
import { installationKeys } from '../platform/personal-data/installation-keys.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const csv = (...rows: string[]) => ['firstName,lastName,email,phone,dob', ...rows].join('\n')
const empty = () => startNetwork(app, { csv: '' })
const peopleOf = async (client: Client) => (await client.get<{ data: { id: string; name: string }[] }>('/api/members?pageSize=100')).data
const namesOf = async (client: Client) => (await peopleOf(client)).map(({ name }) => name)

describe('[d] different spellings of one name', () => {
  test.each([
    ["Sean,O'Connor", ['Sean,O’Connor', 'SEAN,OConnor', 'Seán,O Connor', 'Sean,O`Connor']],
    ['Mary-Ann,Lee', ['Mary‑Ann,Lee', 'Mary–Ann,Lee', 'Mary Ann,Lee', 'maryann,LEE']],
    ['Þóra,Strauß', ['Thora,Strauss', 'ÞÓRA,STRAUSS']],
    ['Ayşe,Işık', ['Ayse,Isik', 'AYŞE,IŞIK']],
    ['Ｊｏｓé,Núñez', ['Jose,Nunez', 'Jose\u0301,Nun\u0303ez']],
  ])('with %s get one bill, and are possible duplicates when added by hand', async (first, others) => {
    const { admin, programId } = await empty()
    await admin.members(programId, csv(`${first},,,`))
    for (const other of others) {
      const { body } = await admin.upload(programId, csv(`${other},,,`))
      expect([other, body.actions?.new, body.billsGenerated]).toEqual([other, 0, 0])
      const [firstName, lastName] = other.split(',')
      const added = await admin.send('post', '/api/members', {
        json: { kind: 'individual', firstName, lastName },
      })
      expect([other, added.status, added.body.code]).toEqual([other, 409, 'possible-duplicate'])
    }
    expect(await peopleOf(admin)).toHaveLength(1)
  })

  test('in one file are duplicates; the warning names the first row', async () => {
    const { admin, programId } = await empty()
    const { body } = await admin.upload(programId, csv("Sean,O'Connor,,,", 'Sean,O’Connor,,,'))
    expect(body.actions).toMatchObject({ new: 1, duplicate: 1 })
    expect(body.warnings).toEqual(['Row 3 (Sean O’Connor): the same person as in row 2.'])
  })

  test('held by two existing people match the one with the same spelling; a third spelling is skipped', async () => {
    const { admin, programId } = await empty()
    for (const lastName of ["O'Connor", 'OConnor'])
      await admin.post('/api/members', {
        kind: 'individual',
        firstName: 'Sean',
        lastName,
        email: 'sean@example.org',
        confirm: true,
      })
    const rows = ["Sean,O'Connor,sean@example.org,,", 'Sean,OConnor,sean@example.org,,', 'Sean,O’Connor,sean@example.org,,']
    const { body } = await admin.upload(programId, csv(...rows))
    expect(body.actions).toMatchObject({ new: 0, same: 2, ambiguous: 1 })
    expect(body.warnings).toEqual(['Row 4 (Sean O’Connor): several members could be meant, so the row was skipped.'])
    expect(await peopleOf(admin)).toHaveLength(2)
  })

  test('match for congregations, too', async () => {
    const { admin, programId } = await empty()
    const rows = ['Ann,One,St. Mary’s', "Bo,Two,St Mary's", 'Cy,Three,ST. MARYS']
    await admin.members(programId, ['firstName,lastName,congregation', ...rows].join('\n'))
    const congregations = async () => (await admin.get<{ data: { name: string }[] }>('/api/members?kind=congregation')).data.map(({ name }) => name)
    expect(await congregations()).toEqual(['St. Mary’s'])
    await admin.post('/api/members', {
      kind: 'congregation',
      name: 'St. Marys',
      confirm: true,
    })
    await admin.members(programId, 'firstName,lastName,congregation\nDi,Four,St. Marys\nEd,Five,St. Mary’s\n')
    const { data } = await admin.get<{
      data: { name: string; congregation: { name: string } | null }[]
    }>('/api/members?kind=individual')
    const of = (name: string) => data.find((member) => member.name === name)?.congregation?.name
    expect([of('Di Four'), of('Ed Five')]).toEqual(['St. Marys', 'St. Mary’s'])
  })
})

test('an uploaded payor keeps an id that was derived before names were compared as they are now (R51)', async () => {
  const { admin, programId, networkId } = await empty()
  await admin.members(programId, csv("Seán,O'Brien-Þór,sean@example.org,,"))
  const [sean] = await peopleOf(admin)
  const keys = await installationKeys(app.pool, [app.masterKey])
  expect(sean?.id).toBe(keys.idDigest(networkId, 'individual', "sean o'brien-þor", 'sean@example.org', '', ''))
  await admin.put(`/api/members/${sean?.id}`, { email: 'new@example.org' })
  const { body } = await admin.upload(programId, csv("Seán,O'Brien-Þór,sean@example.org,,"))
  expect(body.actions).toMatchObject({ new: 0, same: 1 })
})

test('two names that differ in a vowel sign are two people', async () => {
  const { admin, programId } = await empty()
  const { body } = await admin.upload(programId, csv('राम,शर्मा,,,', 'रमा,शर्मा,,,', 'ธนา,ใจดี,,,', 'ธนี,ใจดี,,,'))
  expect(body.actions).toMatchObject({ new: 4, ambiguous: 0, duplicate: 0 })
  const again = await admin.upload(programId, csv('राम,शर्मा,,,', 'रमा,शर्मा,,,', 'ธนา,ใจดี,,,', 'ธนี,ใจดี,,,'))
  expect(again.body.actions).toMatchObject({ new: 0, same: 4 })
})

const scripts: readonly [script: string, firstName: string, lastName: string, ...searches: string[]][] = [
  ['Latin with accents', 'Zoë', 'Þórðardóttir-Núñez', 'thordardottir', 'Nunez', 'Þórðardóttir-Núñez, Zoë'],
  ['Cyrillic', 'Пётр', 'Королёв', 'королев', 'ПЁТР', 'Королёв, Пётр'],
  ['Greek', 'Ελένη', 'Παπαδάκης', 'παπαδακησ', 'ΕΛΕΝΗ', 'Παπαδάκης Ελένη'],
  ['Korean', '민수', '김', '김민수', '민수', '김'],
  ['Chinese', '小明', '王', '王小明', '小明', '王'],
  ['Japanese', 'ダイスケ', '高橋', '高橋ダイスケ', 'ﾀﾞｲｽｹ', '高橋'],
  ['Arabic', 'أحمد', 'الحُسيني', 'احمد', 'الحسينى', 'الحسيني'],
  ['Hebrew', 'דָּוִד', 'לֵוִי', 'דוד', 'לוי', 'לוי דוד'],
  ['Devanagari', 'आरती', 'शर्मा', 'शर्मा', 'आरती', 'आरती शर्मा'],
  ['Thai', 'สมชาย', 'ใจดี', 'ใจดี', 'สมชาย', 'สมชาย ใจดี'],
  ['emoji', 'Sam 🙂', '👩‍👧 Lee', 'sam 🙂', '🙂', 'Lee, Sam'],
]

test.each(scripts)('keeps a name in %s through upload, search, bill and mail', async (script, firstName, lastName, ...searches) => {
  const email = `${script.toLowerCase().replaceAll(' ', '.')}@mail.example`
  const file = `firstName,lastName,email\n${firstName},${lastName},${email}\nRuth,One,\n`
  const { admin, networkId, programId, bills } = await startNetwork(app, { csv: file })
  const name = `${firstName} ${lastName}`
  expect(await namesOf(admin)).toContain(name)
  for (const encoded of [Buffer.from(`\ufeff${file}`, 'utf16le'), Buffer.from(file.normalize('NFD'))]) {
    const { body } = await admin.upload(programId, Uint8Array.from(encoded))
    expect([body.actions?.new, body.billsGenerated], 'sent again in another form').toEqual([0, 0])
  }

  for (const text of [name, `${lastName}, ${firstName}`, ...searches]) {
    const q = encodeURIComponent(text)
    const found = await admin.get<{ data: Found[] }>(`/api/find?q=${q}`)
    expect(
      found.data.filter(({ kind }) => kind === 'payor').map(({ title }) => title),
      `find ${text}`,
    ).toEqual([name])
    for (const path of ['members', 'assessment-bills'])
      expect((await admin.get<{ data: unknown[] }>(`/api/${path}?search=${q}`)).data, `${path} ${text}`).toHaveLength(1)
  }

  const bill = bills.find(({ individualMember }) => individualMember?.firstName === firstName) ?? expect.fail('no bill')
  for (const typed of [lastName, `${lastName} ${firstName}`.normalize('NFD'), name.toUpperCase()]) {
    const { status, headers } = await app.guest().send('post', `/find/${networkId}`, {
      raw: String(new URLSearchParams({ code: bill.code ?? '', name: typed })),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([typed, status, headers.get('location')]).toEqual([typed, 303, `/pay/${bill.id}`])
  }

  await admin.put(`/api/assessment-programs/${programId}/campaign/status`, {
    status: 'Active',
  })
  const { text } = await app.mailTo(email, /Dues/)
  expect(text).toContain(`Dear ${firstName},`)
})
