import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** An endless file, sent over a Unix socket whose buffers stay small, and the number of pages made so far. */
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
  const socketPath = join(tmpdir(), `vestry-pdf-${process.pid}-${performance.now()}`)
  const server = app.listen(socketPath)
  await once(server, 'listening')
  const answered = async (signal?: AbortSignal): Promise<IncomingMessage> => {
    const request = get({ socketPath, ...(signal ? { signal } : {}) })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    // An aborted request fails its answer.
    return answer.on('error', () => {})
  }
  return { made, answered, close: () => server.close() }
}
/** Waits until no page has been made for a while. */
const untilStill = async (made: { pages: number }) => {
  for (let before = -1; before !== made.pages; await pause(500)) before = made.pages
}

test('stops making a file when the client disconnects', async () => {
  const { made, answered, close } = await endless()
  const leaving = new AbortController()
  await once(await answered(leaving.signal), 'data')
  expect(made.ended).toBe(false)
  leaving.abort()
  await expect.poll(() => made.ended).toBe(true)
  const { pages } = made
  await pause(300)
  expect(made.pages).toBe(pages)
  close()
})

test('does not write ahead of a slow reader', async () => {
  const { made, answered, close } = await endless()
  const answer = await answered()
  answer.pause()
  await untilStill(made)
  expect(made.ended).toBe(false)
  expect(made.pages).toBeLessThan(2_000)
  answer.destroy()
  await expect.poll(() => made.ended).toBe(true)
  close()
}, 60_000)
