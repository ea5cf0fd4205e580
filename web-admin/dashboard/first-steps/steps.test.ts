import { expect, test } from 'vitest'
import type { Readiness } from '../../../modules/campaigns/contract.ts'
import type { Program } from '../../../modules/programs/contract.ts'
import { stepsOf } from './steps.ts'

const id = 'p1' as Program['id']
const readiness = (attached: boolean, uploaded: boolean): Readiness => ({
  paymentProfileSetup: { status: 'ready' },
  paymentProfileAttach: { status: attached ? 'ready' : 'pending' },
  memberUpload: { status: uploaded ? 'ready' : 'pending' },
})
const states = (known: Parameters<typeof stepsOf>[0]) => stepsOf(known).map(({ name, state }) => `${name} ${state}`)

test('marks the first open step as next, and those after it as waiting', () => {
  expect(states({ paid: false, program: null, readiness: null, looked: false })).toEqual([
    'profile next',
    'program waits',
    'attach waits',
    'upload waits',
    'mail waits',
    'launch waits',
  ])
  expect(states({ paid: true, program: null, readiness: null, looked: false })[1]).toBe('program next')
  const program = { id, campaignStatus: 'Draft' } as const
  expect(states({ paid: true, program, readiness: readiness(true, false), looked: false }).slice(2)).toEqual([
    'attach done',
    'upload next',
    'mail waits',
    'launch waits',
  ])
  expect(states({ paid: true, program, readiness: readiness(true, true), looked: true }).slice(4)).toEqual(['mail done', 'launch next'])
})

test('keeps the profile as the next step if a program was created first', () => {
  const program = { id, campaignStatus: 'Draft' } as const
  expect(states({ paid: false, program, readiness: readiness(false, false), looked: false }).slice(0, 3)).toEqual([
    'profile next',
    'program done',
    'attach waits',
  ])
})

test('marks every step as done after the launch, each with its link', () => {
  const steps = stepsOf({ paid: true, program: { id, campaignStatus: 'Paused' }, readiness: readiness(true, true), looked: false })
  expect(steps.every(({ state }) => state === 'done')).toBe(true)
  expect(steps.map(({ href }) => href)).toEqual([
    '/settings/payments',
    '/assessments/new',
    '/assessments/p1?do=attach',
    '/assessments/p1?do=upload',
    '/assessments/p1?do=campaign',
    '/assessments/p1?do=campaign',
  ])
})
