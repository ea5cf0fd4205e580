import { expect, test } from 'vitest'
import type { Instant } from '../kernel/dates.ts'
import { sampleBill, sampleLinks, sampleMail } from './samples.ts'
import type { MailDependencies } from './send-mail.ts'
import { mailSender } from './send-mail.ts'

const mail = sampleMail('bill', [sampleBill('1')])

/** Sends one mail whose payor is forgotten before or while the mail server takes it (`forgottenAt`). */
const sent = async (forgottenAt: 'before' | 'meanwhile' | 'never') => {
  let forgotten = forgottenAt === 'before'
  const calls: string[] = []
  const dependencies: MailDependencies = {
    send: async () => {
      calls.push('handed over')
      if (forgottenAt === 'meanwhile') forgotten = true
    },
    now: () => '2026-03-31T14:00:00.000Z' as Instant,
    unsubscribed: async () => new Set(),
    links: sampleLinks,
    contactOf: async () => ({ name: null, email: null, phone: null, address: null }),
    failing: { among: async () => new Set(), note: async () => [], takeUp: () => expect.fail('nobody asks') },
    isForgotten: async () => forgotten,
    takeBack: async (id) => void calls.push(`${id} taken back`),
  }
  const send = await mailSender(dependencies, mail.networkId, [mail])
  const outcome = await send(mail, null)
  return [typeof outcome === 'string' ? outcome : outcome.type, ...calls]
}

test('does not mail a payor who was already forgotten, and deletes the stored mail of one forgotten during sending', async () => {
  expect(await sent('never')).toEqual(['MessageSent', 'handed over'])
  expect(await sent('before')).toEqual(['MessageDropped'])
  expect(await sent('meanwhile')).toEqual(['MessageSent', 'handed over', `${mail.id} taken back`])
})
