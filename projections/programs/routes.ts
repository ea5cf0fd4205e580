import { Readiness } from '../../modules/campaigns/contract.ts'
import { missing } from '../../modules/kernel/errors.ts'
import { ProgramId } from '../../modules/kernel/ids.ts'
import { IdParams, idOf, type Route, readers, route } from '../../modules/platform/http/route.ts'
import { Program, ProgramStats, ProgramsQuery } from '../../modules/programs/contract.ts'
import { dataOf, listOf } from '../../modules/shared/api.ts'
import { type Asked, findReadable } from '../find-readable.ts'
import { emptyPage } from '../lists/page.ts'
import { programById, programReadiness, programStats, programsOf } from './queries.ts'

const THING = 'Assessment program'

/** A program that the visitor may see, and queries as of the requested moment. */
export const readableProgram = async ({ params, ...call }: Asked & Readonly<{ params: { id: string } }>) => {
  const id = idOf(ProgramId, params.id, THING)
  const { found, reads } = await findReadable(
    call,
    THING,
    (on) => programById(on, id),
    ({ networkId }) => networkId,
  )
  return { ...found, reads }
}

const state = (ready: boolean) => ({ status: ready ? ('ready' as const) : ('pending' as const) })

export const programQueryRoutes: Route[] = [
  ...['/api/assessments', '/api/assessment-programs'].flatMap((path) => [
    route({
      method: 'get',
      path,
      summary: 'The programs of the current network, newest first',
      asOf: true,
      access: readers('assessment program'),
      query: ProgramsQuery,
      answer: listOf(Program),
      handle: async ({ visitor, query, db }) => (visitor.network ? programsOf(db, visitor.network, query) : emptyPage(query)),
    }),
    route({
      method: 'get',
      path: `${path}/:id`,
      about: 'program',
      summary: 'A program',
      asOf: true,
      access: readers('assessment program'),
      params: IdParams,
      answer: Program,
      handle: async (call) => {
        const { program, revision } = await readableProgram(call)
        call.etag(revision)
        return program
      },
    }),
  ]),
  route({
    method: 'get',
    path: '/api/assessment-programs/:id/count',
    about: 'program',
    summary: 'The figures of a program',
    asOf: true,
    access: readers('assessment program'),
    params: IdParams,
    answer: ProgramStats,
    handle: async (call) => {
      const { program, reads } = await readableProgram(call)
      return programStats(reads, program.id, call.now)
    },
  }),
  route({
    method: 'get',
    path: '/api/assessment-programs/:id/campaign/readiness',
    about: 'program',
    summary: 'What the campaign needs before it can be launched',
    access: readers('assessment program'),
    params: IdParams,
    answer: dataOf(Readiness),
    handle: async (call) => {
      const readiness = await programReadiness(call.db, (await readableProgram(call)).program.id)
      if (!readiness) throw missing(THING)
      return {
        data: {
          paymentProfileSetup: state(readiness.setUp),
          paymentProfileAttach: state(readiness.attached),
          memberUpload: state(readiness.billed),
        },
      }
    },
  }),
]
