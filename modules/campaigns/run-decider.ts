import type { Decider } from '../kernel/decider.ts'
import type { ProgramId, RunId } from '../kernel/ids.ts'
import { type HoldUp, type RunEvent, type RunState, runFold } from './events.ts'

type On = { runId: RunId; programId: ProgramId }

export type RunCommand =
  | (On & { type: 'Start'; total: number })
  /** `holdUp`: why mails cannot be sent; null while mails are being sent. Each change is recorded once. */
  | (On & { type: 'Report'; holdUp: HoldUp | null })
  | (On & { type: 'End'; error: string | null })

const decide = (command: RunCommand, run: RunState): RunEvent[] => {
  const { runId, programId } = command
  const on = { runId, programId }
  if (run === 'ended') return []
  switch (command.type) {
    case 'Start':
      return run === 'requested' ? [{ type: 'RunStarted', data: { ...on, total: command.total } }] : []
    case 'Report':
      if (command.holdUp) return command.holdUp === run ? [] : [{ type: 'RunHeldUp', data: { ...on, reason: command.holdUp } }]
      return run === 'unreachable' || run === 'deferred' ? [{ type: 'RunWentOn', data: on }] : []
    case 'End':
      return [{ type: 'RunEnded', data: { ...on, failed: false, error: command.error } }]
  }
}

export const runDecider: Decider<RunState, RunCommand, RunEvent> = { initial: 'requested', decide, ...runFold }
