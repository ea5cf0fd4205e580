import { describe, test } from 'vitest'
import { scenario } from '../../scripts/testing/scenario.ts'
import type { LocalDate } from '../kernel/dates.ts'
import type { NetworkId, ProfileId, ProgramId } from '../kernel/ids.ts'
import type { ProgramStatus } from './contract.ts'
import { programDecider } from './decider.ts'
import type { ProgramEvent, Terms } from './events.ts'

const given = scenario(programDecider)
const programId = 'program' as ProgramId
const networkId = 'network' as NetworkId
const profileId = 'profile' as ProfileId
const today = '2026-03-15' as LocalDate
const yesterday = '2026-03-14' as LocalDate

const terms: Terms = { name: 'Dues', description: null, frequency: 'Yearly', type: 'Uniform', amount: 25_000, dueDate: today }
const created: ProgramEvent = { type: 'ProgramCreated', data: { programId, networkId, terms } }
const attached: ProgramEvent = { type: 'PaymentProfileAttached', data: { programId, profileId } }
const activated: ProgramEvent = { type: 'ProgramActivated', data: { programId } }
const completed: ProgramEvent = { type: 'ProgramCompleted', data: { programId } }
const archived: ProgramEvent = { type: 'ProgramArchived', data: { programId } }
const active = [created, attached, activated]
const attach = { type: 'AttachProfile', programId, profileId } as const
const change = (more: Partial<Terms>, on = today) => ({ type: 'ChangeProgram', programId, terms: { ...terms, ...more }, today: on }) as const
const setTo = (status: Exclude<ProgramStatus, 'Draft'>) => ({ type: 'SetProgramStatus', programId, status }) as const

describe('a program', () => {
  test('is created with a due date from today on', () => {
    given().when({ type: 'CreateProgram', programId, networkId, terms, today }).then(created)
    given()
      .when({ type: 'CreateProgram', programId, networkId, terms: { ...terms, dueDate: yesterday }, today })
      .refused('invalid')
  })
  test.each([attach, change({ name: 'Other' }), setTo('Archived')])('that was never created refuses $type', (command) =>
    given().when(command).refused('not-found'),
  )
  test('changes its terms', () =>
    given(created)
      .when(change({ name: 'Annual dues' }))
      .then({ type: 'ProgramChanged', data: { programId, terms: { ...terms, name: 'Annual dues' } } }))
  test('keeps a due date that has passed meanwhile, and refuses any other past one', () => {
    const later = '2026-04-15' as LocalDate
    given(created)
      .when(change({ amount: 100 }, later))
      .then({ type: 'ProgramChanged', data: { programId, terms: { ...terms, amount: 100 } } })
    given(created)
      .when(change({ dueDate: '2026-04-14' as LocalDate }, later))
      .refused('invalid')
  })
  test('cannot change once archived', () =>
    given(created, archived)
      .when(change({ name: 'Other' }))
      .refused('not-allowed'))
})

describe('attaching a payment profile', () => {
  test('activates a Draft', () => given(created).when(attach).then(attached, activated))
  test('is final', () =>
    given(...active)
      .when({ ...attach, profileId: 'another' as ProfileId })
      .refused('already-attached'))
  test('does nothing for the same profile again, in any status', () => {
    given(...active)
      .when(attach)
      .then()
    given(...active, completed)
      .when(attach)
      .then()
    given(...active, archived)
      .when(attach)
      .then()
  })
  test('is refused for an archived program', () => given(created, archived).when(attach).refused('not-allowed'))
})

describe('the status', () => {
  const histories: Record<ProgramStatus, ProgramEvent[]> = {
    Draft: [created],
    Active: active,
    Completed: [...active, completed],
    Archived: [...active, archived],
  }
  test.each<[ProgramStatus, Exclude<ProgramStatus, 'Draft'>, ProgramEvent]>([
    ['Draft', 'Archived', archived],
    ['Active', 'Completed', completed],
    ['Active', 'Archived', archived],
    ['Completed', 'Active', activated],
    ['Completed', 'Archived', archived],
  ])('moves from %s to %s', (from, to, event) =>
    given(...histories[from])
      .when(setTo(to))
      .then(event),
  )
  test.each<[ProgramStatus, Exclude<ProgramStatus, 'Draft'>]>([
    ['Draft', 'Active'],
    ['Draft', 'Completed'],
    ['Archived', 'Active'],
    ['Archived', 'Completed'],
  ])('does not move from %s to %s', (from, to) =>
    given(...histories[from])
      .when(setTo(to))
      .refused('not-allowed'),
  )
  test.each(['Active', 'Completed', 'Archived'] as const)('%s stays when it is set again', (status) =>
    given(...histories[status])
      .when(setTo(status))
      .then(),
  )
})
