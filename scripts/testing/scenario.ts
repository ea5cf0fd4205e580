import { expect } from 'vitest'
import { type Decider, type DomainEvent, replay } from '../../modules/kernel/decider.ts'

/** The form of every decider test: given these events, when this command, then these events. */
export const scenario =
  <State, Command, Event extends DomainEvent>(decider: Decider<State, Command, Event>) =>
  (...history: Event[]) => ({
    when: (command: Command) => {
      const decide = (past: readonly Event[] = history) => decider.decide(command, replay(decider, past))
      return {
        then: (...events: Event[]) => {
          expect(decide()).toEqual(events)
          expect(decide([...history, ...events]), 'the same command, sent again').toEqual([])
        },
        refused: (code: string) => expect(() => decide()).toThrow(expect.objectContaining({ code })),
      }
    },
  })
