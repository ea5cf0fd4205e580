import { toApiDay } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import { type ProfileId, ProgramId } from '../kernel/ids.ts'
import { toDollars } from '../kernel/money.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import type { Historian, ThingHistory } from '../platform/history.ts'
import { IdParams, idOf, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { History, type HistoryRow } from '../shared/history.ts'
import { programDecider } from './decider.ts'
import { type ProgramState, programSentence } from './events.ts'

const THING = 'Assessment program'

const shown = (program: ProgramState) =>
  program && {
    status: program.status,
    ...program.terms,
    amount: toDollars(program.terms.amount),
    dueDate: toApiDay(program.terms.dueDate),
    plans: program.plans,
    paymentProfileId: program.profileId,
  }

export type ProgramHistoryDependencies = Readonly<{
  store: EventStore
  historian: Historian
  /** The name of a payment profile; concurrent calls are batched. */
  profileNameOf: (id: ProfileId) => Promise<string | null>
}>

export const programHistory = ({ historian, profileNameOf }: Omit<ProgramHistoryDependencies, 'store'>): ThingHistory => {
  const withProfile = async (row: HistoryRow): Promise<HistoryRow> => {
    if (row.type !== 'PaymentProfileAttached') return row
    const name = await profileNameOf(row.after?.paymentProfileId as ProfileId)
    return name === null ? row : { ...row, summary: `${row.summary}: ${name}` }
  }
  return async (stream) => {
    const rows = await historian([stream], programDecider, { summary: programSentence, shown })
    return Promise.all(rows.map(withProfile))
  }
}

export const programHistoryRoutes = (needs: ProgramHistoryDependencies): Route[] => {
  const { store } = needs
  const { load } = commandHandler(store, programDecider)
  return ['/api/assessments', '/api/assessment-programs'].map((path) =>
    route({
      method: 'get',
      path: `${path}/:id/history`,
      about: 'program',
      summary: 'Everything that happened to a program, oldest first',
      access: readers('assessment program'),
      params: IdParams,
      answer: History,
      refusals: ['unfolded'],
      handle: async ({ visitor, params }) => {
        const stream = `program-${idOf(ProgramId, params.id, THING)}` as const
        const { state } = await load(stream)
        const networkId = mayIn(visitor, state?.networkId, 'read', THING, 'view')
        if (!state) throw missing(THING)
        return { data: await programHistory(needs)(stream, networkId) }
      },
    }),
  )
}
