import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import type { HistoryRow } from '../shared/history.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const started = async () => {
  const made = await startNetwork(app, { terms: { type: 'Custom' } })
  const rows = async (path: string) => (await made.admin.get<{ data: HistoryRow[] }>(`/api/${path}/history`)).data
  return { ...made, rows, billId: made.bills[0]?.id ?? '', memberId: made.bills[0]?.individualMember?.id ?? '' }
}
const chained = (rows: readonly HistoryRow[]) => {
  expect(rows.map(({ revision }) => revision)).toEqual(rows.map((_, i) => i))
  expect(rows[0]?.before).toBeNull()
  for (const [i, { before }] of rows.entries()) if (i > 0) expect(before).toEqual(rows[i - 1]?.after)
  expect(rows.map(({ position }) => position)).toEqual(rows.map(({ position }) => position).sort((a, b) => a - b))
}

test("a bill's history shows every change with its actor and reason", async () => {
  const { admin, rows, billId } = await started()
  await admin.put(`/api/assessment-bills/${billId}/amount`, { amount: 80 })
  await app.guest().post(`/api/assessments/${billId}/mark-as-paid`, { paymentMethod: 'zelle' })
  await admin.post(`/api/assessment-bills/${billId}/not-received`, { reason: 'Nothing came' })
  await admin.put(`/api/assessment-bills/${billId}/mark-as-paid`, { method: 'check' })
  const history = await rows(`assessment-bills/${billId}`)
  chained(history)
  expect(history.map(({ type, actor, reason, after }) => [type, actor.name, reason, after?.status, after?.amount, after?.balance])).toEqual([
    ['BillIssued', 'Ada Example', null, 'Unpaid', 100, 100],
    ['BillAmountChanged', 'Ada Example', null, 'Unpaid', 80, 80],
    ['PaymentClaimed', 'A guest', null, 'PendingConfirmation', 80, 80],
    ['PaymentNotReceived', 'Ada Example', 'Nothing came', 'Unpaid', 80, 80],
    ['PaymentRecorded', 'Ada Example', null, 'Paid', 80, 0],
  ])
  expect(history[4]?.summary).toBe('Payment of $80.00 recorded (Check)')
})

test('programs, profiles, networks and members have histories, without account numbers', async () => {
  const { admin, rows, programId, profileId, networkId, memberId } = await started()
  await admin.put(`/api/members/${memberId}`, { phone: '(320) 555-0199', dob: '1980-02-29' })
  for (const path of [
    `assessments/${programId}`,
    `assessment-programs/${programId}`,
    `payment-profiles/${profileId}`,
    `networks/${networkId}`,
    `members/${memberId}`,
  ]) {
    const history = await rows(path)
    expect(history.length, path).toBeGreaterThan(0)
    chained(history)
    expect(JSON.stringify(history)).not.toMatch(/0?987654321|111222333444/)
  }
  expect((await rows(`members/${memberId}`)).map(({ summary, after }) => [summary, after?.phone])).toEqual([
    ['Registered', null],
    ['Details changed', '(320) 555-0199'],
  ])
  // Days in a history have the format that they have in all other answers.
  expect((await rows(`members/${memberId}`))[1]?.after?.dob).toBe('1980-02-29T00:00:00.000Z')
  expect((await rows(`assessments/${programId}`))[0]?.after?.dueDate).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/)
  await admin.send('delete', `/api/members/${memberId}`)
  expect(JSON.stringify(await rows(`members/${memberId}`))).not.toMatch(/555-0199|\b(ruth|ole)\b/i)
})

test('a change shows its origin as far as the log records it', async () => {
  const { admin, networkId, programId, profileId, bills } = await startNetwork(app)
  const ole = bills.find(({ individualMember }) => individualMember?.firstName === 'Ole')
  await admin.upload(programId, 'firstName,lastName,email,phone\nNora,Three,nora@example.org,\nOle,Two,ole@example.org,(320) 555-0177\n')
  await admin.put(`/api/assessments/${programId}`, { name: 'Dues', frequency: 'OneTime', type: 'Uniform', amount: 120, dueDate: '2150-06-30' })
  await admin.post(`/api/assessment-programs/${programId}/reprice`, {})
  await app.guest().post(`/api/assessments/${ole?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  const causes = async (path: string) =>
    (await admin.get<{ data: HistoryRow[] }>(`/api/${path}/history`)).data.map(({ type, cause }) => [type, cause])
  expect(await causes(`assessment-bills/${ole?.id}`)).toEqual([
    ['BillIssued', 'from row 3 of an upload of members'],
    ['BillAmountChanged', 'by a re-price of the program'],
    ['PaymentClaimed', 'on the pay page'],
  ])
  expect(await causes(`members/${ole?.individualMember?.id}`)).toEqual([
    ['MembersRegistered', 'from row 3 of an upload of members'],
    ['MemberChanged', 'from row 3 of an upload of members'],
  ])
  expect(new Set((await causes(`programs/${programId}`.replace('programs', 'assessments'))).map(([, cause]) => cause))).toEqual(new Set([null]))

  // Payors uploaded before there was a profile are billed once one is attached, in any way.
  const early = await admin.post(`/api/networks/${networkId}/assessments`, { ...terms, name: 'Early' })
  await admin.upload(early.id, 'firstName,lastName,email\nNora,Three,nora@example.org\n')
  await admin.put(`/api/assessment-programs/${early.id}/payment-profile`, { paymentProfileId: profileId })
  const [billed] = await admin.bills(early.id)
  expect([null, 'because a payment profile was attached']).toContain((await causes(`assessment-bills/${billed?.id}`))[0]?.[1])
})

test("sends a network's changes to its readers alone", async () => {
  const mine = await started()
  const theirs = await started()
  const listen = async (cookie: string) => {
    const response = await fetch(`${app.base}/api/events`, { headers: { cookie } })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const received: string[] = []
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    void (async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) received.push(next.value)
    })().catch(() => {})
    return { received: () => received.join(''), stop: () => reader?.cancel() }
  }
  const here = await listen(mine.admin.cookie())
  const there = await listen(theirs.admin.cookie())
  await mine.admin.put(`/api/assessment-bills/${mine.billId}/mark-as-paid`, {})
  await expect.poll(here.received).toContain(`"kind":"bill","id":"${mine.billId}"`)
  expect(there.received()).not.toContain(mine.billId)
  await theirs.admin.put(`/api/assessments/${theirs.programId}`, {
    name: 'New',
    frequency: 'OneTime',
    type: 'Custom',
    amount: 5,
    dueDate: '2150-06-30',
  })
  await expect.poll(there.received).toContain(`"kind":"program","id":"${theirs.programId}"`)
  expect(here.received()).not.toContain(theirs.programId)
  await here.stop()
  await there.stop()
})
