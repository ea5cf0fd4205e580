import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type App, PASSWORD, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { type Received, startReceiver } from '../../scripts/testing/receiver.ts'
import type { Bill } from '../bills/contract.ts'
import { instantOf } from '../kernel/dates.ts'
import type { RecordedEvent } from '../platform/event-store/event-store.ts'
import { addJobs } from '../platform/jobs.ts'
import type { ListOf } from '../shared/api.ts'
import type { HistoryRow } from '../shared/history.ts'
import { bodyOf, type Delivery, type DeliveryDetails, type Webhook, type WebhookEventType, type WebhookSecret, webhookEventData } from './contract.ts'
import { SWEEP_DELIVERIES } from './deliveries.ts'
import { sendWebhookEvents } from './send-webhook-events.ts'
import { signedHeaders } from './signature.ts'
import { webhookEventTypes } from './values.ts'

type Body = Readonly<{ id: string; type: string; occurredAt: string; network: string; position: number; data: Readonly<Record<string, unknown>> }>

let app: App
let receiver: Awaited<ReturnType<typeof startReceiver>>
let made: Awaited<ReturnType<typeof startNetwork>>
let count = 0
beforeAll(async () => {
  app = await startApp()
  receiver = await startReceiver()
  made = await startNetwork(app, { terms: { type: 'Uniform' } })
})
afterAll(async () => {
  await app.stop()
  await receiver.stop()
})
afterEach(async () => {
  receiver.answer((response) => void response.end('taken'))
  for (const { id } of (await made.admin.get<{ data: Webhook[] }>(webhooks())).data) await made.admin.send('delete', `${webhooks()}/${id}`)
})

const webhooks = (networkId: string = made.networkId) => `/api/networks/${networkId}/webhooks`
const until = async <Value>(
  what: () => Promise<Value | null | undefined | false> | Value | null | undefined | false,
  why: string,
): Promise<Value> => {
  for (let tries = 0; tries < 500; tries += 1) {
    const value = await what()
    if (value) return value
    await setTimeout(20)
  }
  throw new Error(`in vain: ${why}`)
}

const makeWebhook = async (types: readonly WebhookEventType[] = ['payment.recorded'], of = made) => {
  count += 1
  const path = `/hook-${count}`
  const terms = { name: `Hook ${count}`, url: receiver.url + path, happenings: types }
  const { id, secret } = await of.admin.post<WebhookSecret>(webhooks(of.networkId), terms)
  const own = `${webhooks(of.networkId)}/${id}`
  return {
    ...{ id, secret, path, terms, own },
    received: () => receiver.at(path),
    bodies: () => receiver.at(path).map(({ body }) => JSON.parse(body) as Body),
    deliveries: async (state = 'all') => (await of.admin.get<ListOf<Delivery>>(`${own}/deliveries?state=${state}`)).data,
    shown: async () => (await of.admin.get<{ data: Webhook[] }>(webhooks(of.networkId))).data.find((one) => one.id === id),
    details: (deliveryId: string) => of.admin.get<DeliveryDetails>(`${own}/deliveries/${deliveryId}`),
  }
}
const bill = (at = 0): Bill => made.bills[at] as Bill
const pay = (amount = 1, at = 0) => made.admin.post(`/api/assessment-bills/${bill(at).id}/receipts`, { amount, method: 'check' })
const hurry = async (webhookId: string): Promise<void> => {
  await app.pool.query(`update webhook_states set rests_until = null where webhook_id = $1`, [webhookId])
  await app.pool.query(`update webhook_deliveries set next_try_at = clock_timestamp() where webhook_id = $1 and state = 'waiting'`, [webhookId])
  await addJobs(app.pool, [{ task: 'deliver-webhook', payload: { webhookId }, queue: `webhook ${webhookId}` }])
}
const one = async (hook: Awaited<ReturnType<typeof makeWebhook>>, is: (delivery: Delivery) => boolean, why: string) =>
  until(async () => (await hook.deliveries()).find(is), why)
const failedOnce = ({ tries, problem }: Delivery) => tries === 1 && problem !== null

describe('a delivery', () => {
  test('describes a payment in ids and cents, signed with the secret that was shown once', async () => {
    const hook = await makeWebhook()
    expect(hook.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    await pay(12.34)
    await until(() => hook.received().length === 1, 'heard of the payment')
    const [{ headers, body }] = hook.received() as [Received]
    const received = JSON.parse(body) as Body
    expect(bodyOf('payment.recorded', webhookEventData['payment.recorded'].strict()).strict().parse(received)).toMatchObject({
      ...{ type: 'payment.recorded', network: made.networkId },
      data: {
        billId: bill().id,
        programId: made.programId,
        amountCents: 1_234,
        appliedCents: 1_234,
        balanceCents: 8_766,
        currency: 'USD',
        method: 'check',
      },
    })
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
    expect(id).toBe(received.id)
    expect(Math.abs(Date.now() / 1_000 - Number(timestamp))).toBeLessThan(60)
    expect(signedHeaders([hook.secret], received.id, Number(timestamp), body)['webhook-signature']).toBe(signature)
    expect([headers['content-type'], headers['user-agent']]).toEqual(['application/json', 'Vestry-Webhooks/1'])
    expect(body).not.toMatch(/Ruth|example\.org|http/)
    const delivery = await one(hook, ({ state }) => state === 'delivered', 'delivered')
    expect(delivery).toMatchObject({ type: 'payment.recorded', tries: 1, status: 200, problem: null, nextTryAt: null })
    expect(await hook.details(delivery.id)).toMatchObject({ body, answer: 'taken', url: hook.terms.url, headers: { 'webhook-signature': signature } })
    const { rows } = await app.pool.query<{ kept: string }>(
      `select concat_ws(' ', (select json_agg(e) from events e), (select json_agg(d) from webhook_deliveries d), (select json_agg(k) from idempotency_keys k)) as kept`,
    )
    expect(rows[0]?.kept ?? hook.secret).not.toContain(hook.secret.slice(6, 40))
  })

  test('has increasing positions and unique ids, and is made only for the chosen types', async () => {
    const hook = await makeWebhook(['payment.recorded', 'payment.claimed', 'bill.paid', 'bill.reopened', 'payment.reversed'])
    await pay(100, 1)
    await until(() => hook.received().length === 2, 'two webhook events')
    const paymentId = hook.bodies().find(({ type }) => type === 'payment.recorded')?.data.paymentId
    await made.admin.post(`/api/assessment-bills/${bill(1).id}/reversals`, { paymentId, reason: 'It bounced, Ruth says' })
    await until(() => hook.received().length === 4, 'four webhook events')
    await app.guest().post(`/api/assessments/${bill(1).id}/mark-as-paid`, { paymentMethod: 'wire' })
    await until(() => hook.received().length === 5, 'the claim')
    const bodies = hook.bodies().toSorted((a, b) => a.position - b.position)
    expect(bodies.map(({ type }) => type).sort()).toEqual(['bill.paid', 'bill.reopened', 'payment.claimed', 'payment.recorded', 'payment.reversed'])
    expect(bodies[0]?.position).toBe(bodies[1]?.position)
    expect(bodies[3]?.position).toBeGreaterThan(bodies[1]?.position ?? Number.NaN)
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(bodies.length)
    expect(JSON.stringify(bodies)).not.toContain('Ruth')
  })

  test('is the same for every webhook, and is not made for events from before the webhook', async () => {
    await pay(1)
    const [first, second] = [await makeWebhook(), await makeWebhook()]
    await pay(2)
    await until(() => first.received().length === 1 && second.received().length === 1, 'both heard')
    await setTimeout(300)
    expect(first.received().map(({ body }) => body)).toEqual(second.received().map(({ body }) => body))
    expect(first.bodies()).toMatchObject([{ data: { amountCents: 200 } }])
    expect(first.received()[0]?.headers['webhook-signature']).not.toBe(second.received()[0]?.headers['webhook-signature'])
  })

  test("goes only to webhooks of the event's network", async () => {
    const theirs = await startNetwork(app)
    const hook = await makeWebhook(['payment.recorded', 'bill.issued'], theirs)
    const mine = await makeWebhook()
    await pay(1)
    await until(() => mine.received().length === 1, 'heard of my payment')
    await setTimeout(200)
    expect(hook.received()).toEqual([])
  })

  test('contains ids instead of names, and reports that a payor was forgotten (R32)', async () => {
    const theirs = await startNetwork(app)
    const hook = await makeWebhook(['payor.entered', 'payor.forgotten', 'bill.issued', 'payment.recorded'], theirs)
    await theirs.admin.upload(theirs.programId, 'firstName,lastName,email\nNaomi,New,naomi@example.org\nBoaz,New,boaz@example.org\n')
    await until(() => hook.received().length === 4, 'two payors, two bills')
    expect(
      hook
        .bodies()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['bill.issued', 'bill.issued', 'payor.entered', 'payor.entered'])
    const payorId = String(hook.bodies().find(({ type }) => type === 'payor.entered')?.data.payorId)
    await app.pool.query('update webhook_deliveries set answer = $2 where webhook_id = $1', [hook.id, 'Thank you for Naomi New'])
    await theirs.admin.send('delete', `/api/members/${payorId}`)
    await until(() => hook.bodies().some(({ type, data }) => type === 'payor.forgotten' && data.payorId === payorId), 'told of the end')
    const { rows } = await app.pool.query<{ kept: string }>('select json_agg(d)::text as kept from webhook_deliveries d where webhook_id = $1', [
      hook.id,
    ])
    expect(rows[0]?.kept).not.toMatch(/Naomi|naomi/)
  })
})

describe('a failed delivery', () => {
  test('is tried again under the same id, after longer and longer waits, until it is accepted', async () => {
    const hook = await makeWebhook()
    receiver.answerStatus(500, 'I am ill')
    await pay(1)
    const failed = await one(hook, failedOnce, 'failed once')
    expect(failed).toMatchObject({ state: 'waiting', status: 500, problem: 'status' })
    const wait = Date.parse(failed.nextTryAt ?? '') - Date.parse(failed.triedAt ?? '')
    expect(Math.round(wait / 1_000)).toBe(10)
    expect(await hook.shown()).toMatchObject({ isOn: true, failingSince: expect.any(String), deliveredAt: null })
    expect((await hook.details(failed.id)).answer).toBe('I am ill')
    await hurry(hook.id)
    const again = await one(hook, ({ tries }) => tries === 2, 'tried twice')
    await until(
      async () =>
        Math.round(
          (Date.parse((await hook.details(again.id)).nextTryAt ?? '') - Date.parse((await hook.details(again.id)).triedAt ?? '')) / 1_000,
        ) === 60,
      'waits for a minute',
    )
    receiver.answerStatus(204)
    await hurry(hook.id)
    await one(hook, ({ state, tries }) => state === 'delivered' && tries === 3, 'delivered')
    expect(new Set(hook.received().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await hook.shown()).toMatchObject({ failingSince: null, deliveredAt: expect.any(String) })
  })

  test('includes a redirect, which is not followed', async () => {
    const hook = await makeWebhook()
    receiver.answerStatus(302)
    await pay(1)
    expect(await one(hook, failedOnce, 'failed once')).toMatchObject({ status: 302, problem: 'redirect' })
    expect(receiver.at('/elsewhere')).toEqual([])
  })

  test('does not make others wait behind it', async () => {
    const hook = await makeWebhook()
    receiver.answerStatus(500)
    await pay(1)
    await one(hook, failedOnce, 'failed once')
    receiver.answerStatus(200)
    await pay(2)
    await one(hook, ({ state }) => state === 'delivered', 'the second is delivered')
    expect((await hook.deliveries()).map(({ state }) => state)).toEqual(['delivered', 'waiting'])
  })

  test('turns a webhook off that has accepted nothing for three days, and mails every Admin', async () => {
    const hook = await makeWebhook()
    receiver.answerStatus(503)
    await pay(1)
    await pay(2)
    await until(async () => (await hook.deliveries()).filter(failedOnce).length === 2, 'both failed once')
    await app.pool.query(`update webhook_deliveries set tries = 10, due_at = due_at - interval '71 hours' where webhook_id = $1`, [hook.id])
    await hurry(hook.id)
    const off = await until(async () => {
      const shown = await hook.shown()
      return shown?.isOn === false && shown
    }, 'turned off')
    expect(off.offBecause).toBe('failing')
    expect((await hook.deliveries()).map(({ state }) => state)).toEqual(['failed', 'failed'])
    const { text } = await app.mailTo(made.admin.email, new RegExp(`^The webhook "${hook.terms.name}" of Synod was turned off`))
    expect(text).toContain('has accepted nothing for three days')
    const received = hook.received().length
    await pay(3)
    await setTimeout(300)
    expect(hook.received().length).toBe(received)
  })

  test('does not turn off a webhook that has accepted other deliveries meanwhile', async () => {
    const hook = await makeWebhook()
    await pay(1)
    await one(hook, ({ state }) => state === 'delivered', 'delivered')
    receiver.answerStatus(500)
    await pay(2)
    await one(hook, failedOnce, 'failed once')
    await app.pool.query(
      `update webhook_deliveries set tries = 10, due_at = due_at - interval '71 hours' where webhook_id = $1 and state = 'waiting'`,
      [hook.id],
    )
    await hurry(hook.id)
    await one(hook, ({ state }) => state === 'failed', 'failed for good')
    expect((await hook.shown())?.isOn).toBe(true)
  })

  test('turns the webhook off at once if the answer is 410', async () => {
    const hook = await makeWebhook()
    receiver.answerStatus(410)
    await pay(1)
    await until(async () => (await hook.shown())?.offBecause === 'gone', 'turned off')
    await app.mailTo(made.admin.email, new RegExp(`^The webhook "${hook.terms.name}" of Synod was turned off`))
    const { data } = await made.admin.get<{ data: HistoryRow[] }>(`/api/networks/${made.networkId}/history`)
    expect(data.map(({ summary }) => summary)).toContain(`Webhook "${hook.terms.name}" turned off: it answered that it is gone`)
  })

  test('can be replayed under the same id, one by one or all since a given time', async () => {
    const hook = await makeWebhook()
    receiver.answerStatus(400)
    await pay(1)
    await pay(2)
    await until(async () => (await hook.deliveries()).filter(failedOnce).length === 2, 'both failed once')
    await app.pool.query(`update webhook_deliveries set state = 'failed', next_try_at = null where webhook_id = $1`, [hook.id])
    receiver.answerStatus(200)
    const [last, first] = await hook.deliveries('failed')
    expect((await made.admin.send('post', `${hook.own}/deliveries/${last?.id}/replay`)).status).toBe(204)
    await one(hook, ({ id, state }) => id === last?.id && state === 'delivered', 'the one is delivered')
    expect(await hook.deliveries('failed')).toMatchObject([{ id: first?.id }])
    const later = await made.admin.post<{ replayed: number }>(`${hook.own}/replay`, { since: new Date(Date.now() + 1_000).toISOString() })
    expect(later.replayed).toBe(0)
    expect((await made.admin.send('post', `${hook.own}/replay`, { json: { since: '9999-12-31T23:59:59-23:00' } })).body).toEqual({ replayed: 0 })
    expect(await made.admin.post(`${hook.own}/replay`, { since: first?.createdAt })).toEqual({ replayed: 1 })
    await until(async () => (await hook.deliveries('failed')).length === 0, 'all are delivered')
    expect(new Set(hook.received().map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  })
})

describe('deliveries', () => {
  test('are made once, even if the process crashes while making them', async () => {
    const hook = await makeWebhook()
    await pay(1)
    await one(hook, ({ state }) => state === 'delivered', 'delivered')
    const events = (await app.store.read(`bill-${bill().id}`)) as readonly RecordedEvent[]
    // Simulates a crash: the same events get new jobs.
    const jobs = sendWebhookEvents.jobsFor(events)
    expect(jobs).toHaveLength(1)
    await addJobs(app.pool, [...jobs, ...jobs.map(({ key: _, ...job }) => job as never)])
    await until(
      async () => (await app.pool.query(`select 1 from graphile_worker.jobs where task_identifier = 'hand-out-happenings'`)).rowCount === 0,
      'handed out again',
    )
    await setTimeout(200)
    expect(await hook.deliveries()).toHaveLength(1)
    expect(hook.received()).toHaveLength(1)
  })

  test('are sent a minute later if the worker that claimed them has died', async () => {
    const hook = await makeWebhook()
    receiver.answerStatus(500)
    await pay(1)
    await one(hook, failedOnce, 'failed once')
    // As a killed worker leaves it.
    await app.pool.query(`update webhook_deliveries set tries = 2, next_try_at = clock_timestamp() + interval '1 minute' where webhook_id = $1`, [
      hook.id,
    ])
    await addJobs(app.pool, [{ task: 'deliver-webhook', payload: { webhookId: hook.id } }])
    const waits = () =>
      app.pool.query<{ ms: number }>(
        `select extract(epoch from run_at - now())::float8 * 1000 as ms from graphile_worker.jobs where key like $1 order by run_at desc limit 1`,
        [`deliver/${hook.id}/%`],
      )
    const soon = await until(async () => (await waits()).rows.find(({ ms }) => ms > 30_000), 'another try is planned')
    expect(soon.ms).toBeLessThan(66_000)
    receiver.answerStatus(200)
    await hurry(hook.id)
    await one(hook, ({ state }) => state === 'delivered', 'delivered')
  })

  test('stay for thirty days', async () => {
    const hook = await makeWebhook()
    await pay(1)
    await pay(2)
    await until(async () => (await hook.deliveries()).filter(({ state }) => state === 'delivered').length === 2, 'both delivered')
    const [last, first] = await hook.deliveries()
    await app.pool.query(`update webhook_deliveries set created_at = created_at - interval '30 days' where id = $1`, [first?.id])
    await app.pool.query(SWEEP_DELIVERIES)
    expect((await hook.deliveries()).map(({ id }) => id)).toEqual([last?.id])
  })

  test('are listed in pages, newest first', async () => {
    const hook = await makeWebhook()
    for (let n = 1; n <= 3; n += 1) await pay(n / 100)
    await until(() => hook.received().length === 3, 'heard of all')
    const page = (n: number) => made.admin.get<ListOf<Delivery>>(`${hook.own}/deliveries?page=${n}&pageSize=2`)
    const pages = [await page(1), await page(2)]
    expect(pages.map(({ data }) => data.length)).toEqual([2, 1])
    expect(pages[0]?.pagination).toEqual({ page: 1, pageSize: 2, totalPages: 2, totalItems: 3 })
    const amounts = await Promise.all(
      pages.flatMap(({ data }) => data).map(async ({ id }) => (JSON.parse((await hook.details(id)).body) as Body).data.amountCents),
    )
    expect(amounts).toEqual([3, 2, 1])
  })

  test('and webhooks of another network are answered as if they were absent', async () => {
    const theirs = await startNetwork(app)
    const hook = await makeWebhook()
    const other = await makeWebhook(['payment.recorded'], theirs)
    await pay(1)
    const delivery = await one(hook, ({ state }) => state === 'delivered', 'delivered')
    const asked = async (method: string, path: string, json?: object) => (await theirs.admin.send(method, path, json ? { json } : {})).status
    for (const base of [hook.own, hook.own.replace(made.networkId, theirs.networkId)]) {
      expect(await asked('get', `${base}/deliveries`)).toBe(404)
      expect(await asked('get', `${base}/deliveries/${delivery.id}`)).toBe(404)
      expect(await asked('post', `${base}/deliveries/${delivery.id}/replay`)).toBe(404)
      expect(await asked('post', `${base}/replay`, { since: delivery.createdAt })).toBe(404)
      expect(await asked('post', `${base}/test`)).toBe(404)
      expect(await asked('post', `${base}/secret`)).toBe(404)
      expect(await asked('put', base, { ...hook.terms, name: 'Mine', isOn: false })).toBe(404)
      expect(await asked('delete', base)).toBe(404)
    }
    expect(await asked('get', `${other.own}/deliveries/${delivery.id}`), 'nor is one shown under a webhook of their own').toBe(404)
    expect(hook.received()).toHaveLength(1)
  })
})

describe('Admins', () => {
  test('make, change and remove webhooks; each change is mailed, and shown in the history', async () => {
    const hook = await makeWebhook(['payment.recorded'])
    const subject = (what: string) => new RegExp(`^The webhook "${hook.terms.name}" of Synod ${what}`)
    const { text } = await app.mailTo(made.admin.email, subject('was made'))
    expect(text).toContain('127.0.0.1')
    expect(text, 'its path may be a secret of the receiver').not.toContain(hook.path)
    const moved = { ...hook.terms, url: `${receiver.url}/moved`, isOn: true }
    expect((await made.admin.send('put', hook.own, { json: moved })).status).toBe(204)
    await app.mailTo(made.admin.email, subject('has a new address'))
    await pay(1)
    await until(() => receiver.at('/moved').length === 1, 'heard at the new address')
    expect((await made.admin.send('put', hook.own, { json: { ...moved, isOn: false } })).status).toBe(204)
    expect((await hook.shown())?.isOn).toBe(false)
    for (const path of ['test', 'replay'])
      expect((await made.admin.send<{ code: string }>('post', `${hook.own}/${path}`, { json: { since: '2026-01-01T00:00:00Z' } })).body.code).toBe(
        'webhook-off',
      )
    expect((await made.admin.send('delete', hook.own)).status).toBe(204)
    await app.mailTo(made.admin.email, subject('was removed'))
    await until(
      async () => (await app.pool.query('select 1 from webhook_deliveries where webhook_id = $1', [hook.id])).rowCount === 0,
      'its log is gone',
    )
    expect(await made.admin.send('delete', hook.own).then(({ status }) => status), 'a repeat changes nothing').toBe(204)
    const { data } = await made.admin.get<{ data: HistoryRow[] }>(`/api/networks/${made.networkId}/history`)
    const { host } = new URL(receiver.url)
    expect(data.map(({ summary }) => summary).filter((sentence) => sentence.includes(`"${hook.terms.name}"`))).toEqual([
      `Webhook "${hook.terms.name}" made, to ${host}`,
      `Webhook "${hook.terms.name}" moved to ${host}`,
      `Webhook "${hook.terms.name}" turned off`,
      `Webhook "${hook.terms.name}" removed`,
    ])
  })

  test('change only the named fields, so that an outdated screen overwrites nothing', async () => {
    const hook = await makeWebhook()
    const change = (json: object) => made.admin.send<{ message: string }>('put', hook.own, { json })
    const url = `${receiver.url}/moved-meanwhile`
    expect((await change({ url })).status).toBe(204)
    expect((await change({ isOn: false })).status).toBe(204)
    expect((await change({ name: 'Renamed' })).status).toBe(204)
    expect(await hook.shown()).toMatchObject({ ...hook.terms, name: 'Renamed', url, isOn: false })
    const nothing = await change({})
    expect([nothing.status, nothing.body.message]).toEqual([400, 'Include at least one field to change'])
  })

  test('can have ten webhooks, with different names', async () => {
    const terms = { url: `${receiver.url}/x`, happenings: ['bill.paid'] }
    for (let n = 0; n < 10; n += 1) await made.admin.post(webhooks(), { ...terms, name: `Number ${n}` })
    const named = await made.admin.send<{ issues: object[] }>('post', webhooks(), { json: { ...terms, name: 'number 3' } })
    expect(named.body.issues).toEqual([{ path: 'name', message: 'Another webhook has this name' }])
    expect((await made.admin.send<{ code: string }>('post', webhooks(), { json: { ...terms, name: 'One more' } })).body.code).toBe(
      'too-many-webhooks',
    )
  })

  test('replace a secret; for a day, messages are also signed with the former one', async () => {
    const hook = await makeWebhook()
    const { secret } = await made.admin.post<WebhookSecret>(`${hook.own}/secret`)
    expect(secret).not.toBe(hook.secret)
    expect((await hook.shown())?.earlierSecretUntil).not.toBeNull()
    await pay(1)
    await until(() => hook.received().length === 1, 'heard')
    const signatures = ({ headers, body }: Received, by: string) => {
      const expected = signedHeaders([by], String(headers['webhook-id']), Number(headers['webhook-timestamp']), body)
      return String(headers['webhook-signature']).split(' ').indexOf(expected['webhook-signature'])
    }
    expect([signatures(hook.received()[0] as Received, secret), signatures(hook.received()[0] as Received, hook.secret)]).toEqual([0, 1])
    app.clock.moveTo(instantOf(Date.now() + 25 * 3_600_000))
    await pay(2)
    await until(() => hook.received().length === 2, 'heard a day later')
    expect([signatures(hook.received()[1] as Received, secret), signatures(hook.received()[1] as Received, hook.secret)]).toEqual([0, -1])
    app.clock.moveTo(instantOf(Date.now()))
    await made.admin.post('/api/auth/reauthenticate', { password: PASSWORD })
  })

  test('send a test message, which is tried once', async () => {
    const hook = await makeWebhook()
    receiver.answerStatus(500)
    expect((await made.admin.send('post', `${hook.own}/test`)).status).toBe(204)
    expect(await one(hook, ({ state }) => state === 'failed', 'failed')).toMatchObject({ type: 'test', tries: 1 })
    expect((await hook.shown())?.isOn).toBe(true)
    receiver.answerStatus(200)
    await made.admin.send('post', `${hook.own}/test`)
    await one(hook, ({ state }) => state === 'delivered', 'delivered')
    expect(hook.bodies().at(-1)).toMatchObject({ type: 'test', network: made.networkId, data: {} })
  })
})

test('publishes every type of webhook event in the OpenAPI document, with its headers', async () => {
  const { webhooks: published } = await app
    .guest()
    .get<{ webhooks: Record<string, { post: { summary: string; parameters: { name: string }[] } }> }>('/api/openapi.json')
  expect(Object.keys(published).sort()).toEqual([...webhookEventTypes].sort())
  expect(published['bill.paid']?.post.summary).toBe('A bill has no open balance left')
  expect(published['bill.paid']?.post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
})

test('signs as the published example of Standard Webhooks does', () => {
  expect(signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test("delivers at full speed while another network's webhooks do not answer", async () => {
  const slow = await startNetwork(app)
  const waiting = new Set<ServerResponse>()
  const hooks: Awaited<ReturnType<typeof makeWebhook>>[] = []
  for (let n = 0; n < 10; n += 1) hooks.push(await makeWebhook(['payment.recorded'], slow))
  const mine = await makeWebhook()
  const isSlow = (path: string) => hooks.some((hook) => hook.path === path)
  const payThem = () => slow.admin.post(`/api/assessment-bills/${slow.bills[0]?.id}/receipts`, { amount: 1, method: 'check' })
  // A webhook may delay others once, before it counts as slow.
  receiver.answer((response) => void setTimeout(isSlow(response.req.url ?? '') ? 2_100 : 0).then(() => response.end('taken')))
  await payThem()
  const known = async () => (await app.pool.query('select from webhook_states where is_slow')).rowCount === hooks.length
  await until(known, 'all of theirs are known to be slow')
  receiver.answer((response) => (isSlow(response.req.url ?? '') ? waiting.add(response) : response.end('taken')))
  for (let n = 0; n < 5; n += 1) await payThem()
  await until(() => waiting.size > 0, 'theirs are asked')
  const begun = Date.now()
  await pay(1)
  await until(() => mine.received().length === 1, 'mine is told')
  expect(Date.now() - begun, 'long before one of theirs has timed out').toBeLessThan(8_000)
  for (const response of waiting) response.end()
  receiver.answer((response) => void response.end('taken'))
  for (const hook of hooks) await slow.admin.send('delete', hook.own)
})

test('sends nothing to this machine outside the sandbox, under any of its names', async () => {
  const outside = await startApp({ SANDBOX: '0' })
  try {
    const theirs = await startNetwork(outside)
    const { port } = new URL(receiver.url)
    const terms = { name: 'Inside', happenings: ['payment.recorded'] }
    const at = webhooks(theirs.networkId)
    for (const url of [receiver.url, `https://127.0.0.1:${port}/`, `https://[::1]:${port}/`, `http://localhost:${port}/`])
      expect((await theirs.admin.send('post', at, { json: { ...terms, url } })).status, url).toBe(400)
    const { id } = await theirs.admin.post<WebhookSecret>(at, { ...terms, url: `https://localhost:${port}/inside` })
    await theirs.admin.send('post', `${at}/${id}/test`)
    const failed = await until(
      async () => (await theirs.admin.get<ListOf<Delivery>>(`${at}/${id}/deliveries`)).data.find(({ state }) => state === 'failed'),
      'refused',
    )
    expect(failed).toMatchObject({ problem: 'not-public', status: null })
    expect(receiver.at('/inside')).toEqual([])
  } finally {
    await outside.stop()
  }
})
