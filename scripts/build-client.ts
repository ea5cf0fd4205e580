// Builds the types of @vestry/client, modules/client/calls.ts, from the published calls.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { described } from '../modules/app/described.ts'
import { openModules } from '../modules/app/modules.ts'
import { openApiOf } from '../modules/platform/http/openapi.ts'
import type { Platform } from '../modules/platform/platform.ts'
import { liveRoutes } from '../projections/live-routes.ts'
import { openQuestions, queryRoutes } from '../projections/read-side.ts'
import { clientTypes, type OpenApi } from './client-types.ts'

/** Replaces every service that a call uses: the calls are only declared here, never made. */
const nothing: never = new Proxy(() => {}, { get: (_, name) => (name === 'then' ? undefined : nothing), apply: () => nothing }) as never

const platform: Platform = {
  ...{ config: nothing, databaseUrl: nothing, pool: nothing, store: nothing, keys: nothing, personal: nothing, locks: nothing, log: nothing },
  ...{ security: nothing, now: nothing, signal: nothing, send: nothing, addJob: nothing, baseUrl: nothing, originOf: nothing, settled: nothing },
  ...{ awaiting: nothing, historian: nothing, actorsOf: nothing, limiter: nothing, perProcess: nothing, take: nothing, counted: nothing },
  ...{ inTurn: nothing, costly: nothing, perUser: nothing },
}
const questions = openQuestions(nothing)
const modules = openModules({ ...platform, ...questions, followUp: nothing, billsShow: nothing }, nothing)
const routes = [...modules.routes, ...queryRoutes(nothing), ...liveRoutes(nothing)]

writeFileSync(path.join(import.meta.dirname, '../modules/client/calls.ts'), clientTypes(openApiOf(routes, described) as unknown as OpenApi))
process.exit(0)
