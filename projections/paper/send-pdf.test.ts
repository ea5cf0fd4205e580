import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import express from 'express'
import { expect, test } from 'vitest'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import { sendPdf } from './send-pdf.ts'

const sheet = (payor: string): Sheet => ({
  language: 'en',
  title: 'Bill',
  code: 'K7PW3RTX',
  network: 'Synod of the Plains',
  address: [],
  contact: [],
  payor: [payor],
  facts: [],
  items: [],
  open: null,
  stamp: null,
  note: null,
  pay: null,
  online: null,
  slip: null,
  unprintable: '',
})

/** An endless file at an address, and its progress. */
const endless = async () => {
  const made = { pages: 0, ended: false }
  const sheets = async function* () {
    try {
      for (;;) {
        made.pages += 1
        yield sheet(`Payor ${made.pages}`)
      }
    } finally {
      made.ended = true
    }
  }
  const app = express().get('/', (_, res) => sendPdf(res, sheets(), { name: 'bills', size: 'letter', at: '2026-04-05T10:00:00.000Z' as Instant }))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { made, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}
/** Waits until no page has been made for a while. */
const untilStill = async (made: { pages: number }) => {
  for (let before = -1; before !== made.pages; await pause(500)) before = made.pages
}

test('stops making a file when the client disconnects', async () => {
  const { made, url, close } = await endless()
  const leaving = new AbortController()
  const answer = await fetch(url, { signal: leaving.signal })
  await answer.body?.getReader().read()
  expect(made.ended).toBe(false)
  leaving.abort()
  await expect.poll(() => made.ended).toBe(true)
  const { pages } = made
  await pause(300)
  expect(made.pages).toBe(pages)
  close()
})

test('does not write ahead of a slow reader', async () => {
  const { made, url, close } = await endless()
  const [answer] = (await once(get(url), 'response')) as [IncomingMessage]
  answer.pause()
  await untilStill(made)
  expect(made.ended).toBe(false)
  expect(made.pages).toBeLessThan(20_000)
  answer.destroy()
  await expect.poll(() => made.ended).toBe(true)
  close()
}, 60_000)
