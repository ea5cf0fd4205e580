import { describe, test } from 'vitest'
import { scenario } from '../../scripts/testing/scenario.ts'
import type { ProgramId, RunId } from '../kernel/ids.ts'
import type { RunEvent } from './events.ts'
import { runDecider } from './run-decider.ts'

const given = scenario(runDecider)
const on = { runId: 'run-1' as RunId, programId: 'program-1' as ProgramId }
const started: RunEvent = { type: 'RunStarted', data: { ...on, total: 3 } }
const unreachable: RunEvent = { type: 'RunHeldUp', data: { ...on, reason: 'unreachable' } }
const ended: RunEvent = { type: 'RunEnded', data: { ...on, failed: false, error: null } }

describe('a run', () => {
  test('starts once', () =>
    given()
      .when({ type: 'Start', ...on, total: 3 })
      .then(started))
  test('does not start again with another total', () =>
    given(started)
      .when({ type: 'Start', ...on, total: 2 })
      .then())
  test('reports nothing while mails are sent', () =>
    given(started)
      .when({ type: 'Report', ...on, holdUp: null })
      .then())
  test('reports that mails cannot be sent, with the reason', () =>
    given(started)
      .when({ type: 'Report', ...on, holdUp: 'unreachable' })
      .then(unreachable))
  test('reports a new reason that mails cannot be sent', () =>
    given(started, unreachable)
      .when({ type: 'Report', ...on, holdUp: 'deferred' })
      .then({ type: 'RunHeldUp', data: { ...on, reason: 'deferred' } }))
  test('reports that mails can be sent again', () =>
    given(started, unreachable)
      .when({ type: 'Report', ...on, holdUp: null })
      .then({ type: 'RunWentOn', data: on }))
  test('ends once', () =>
    given(started)
      .when({ type: 'End', ...on, error: null })
      .then(ended))
  test('reports nothing after its end', () =>
    given(started, ended)
      .when({ type: 'Report', ...on, holdUp: 'deferred' })
      .then())
})
