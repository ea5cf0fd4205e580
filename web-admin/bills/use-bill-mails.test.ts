import { expect, test } from 'vitest'
import type { Message } from '../../modules/messages/contract.ts'
import { mailsAt } from './use-bill-mails.ts'

const day = (number: number) => `2026-03-0${number}T12:00:00.000Z`
const mail = (id: string, more: object) => ({ id, createdAt: day(1), sentAt: day(2), error: null, status: 'Sent', ...more }) as unknown as Message

test('shows the mails that existed at a moment, with their status then', () => {
  const mails = [
    mail('plain', {}),
    mail('opened', { status: 'Clicked' }),
    mail('bounced', { status: 'Bounced', error: 'No such box' }),
    mail('later', { createdAt: day(7), sentAt: day(8) }),
  ]
  const courses = new Map([
    [
      'opened',
      [
        { at: day(1), status: 'Pending' },
        { at: day(2), status: 'Sent' },
        { at: day(4), status: 'Opened' },
        { at: day(5), status: 'Clicked' },
      ],
    ],
    [
      'bounced',
      [
        { at: day(1), status: 'Pending' },
        { at: day(2), status: 'Sent' },
        { at: day(6), status: 'Bounced' },
      ],
    ],
  ] as const)
  const at = (moment: string) => mailsAt(mails, moment, courses).map(({ status, error }) => [status, error])
  expect(at(day(1))).toEqual([
    ['Pending', null],
    ['Pending', null],
    ['Pending', null],
  ])
  expect(at(day(4)).map(([status]) => status)).toEqual(['Sent', 'Opened', 'Sent'])
  expect(at(day(9))).toEqual([
    ['Sent', null],
    ['Clicked', null],
    ['Bounced', 'No such box'],
    ['Sent', null],
  ])
})
