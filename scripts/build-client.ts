// Builds the types of @vestry/client, modules/client/calls.ts, from the published calls.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { described } from '../modules/app/described.ts'
import { openAudit } from '../modules/audit/module.ts'
import { openBills } from '../modules/bills/module.ts'
import { openCampaigns } from '../modules/campaigns/module.ts'
import { openEmbed } from '../modules/embed/module.ts'
import { openMessages } from '../modules/messages/module.ts'
import { openNetworks } from '../modules/networks/module.ts'
import { openPaymentProfiles } from '../modules/payment-profiles/module.ts'
import { openPayments } from '../modules/payments/module.ts'
import { openPayors } from '../modules/payors/module.ts'
import { openApiOf } from '../modules/platform/http/openapi.ts'
import { openPrograms } from '../modules/programs/module.ts'
import { liveRoutes } from '../projections/live-routes.ts'
import { queryRoutes } from '../projections/read-side.ts'
import { clientTypes, type OpenApi } from './client-types.ts'

/** Stands for whatever a module is opened with: a call is declared without being made. */
const nothing: never = new Proxy(() => {}, { get: (_, name) => (name === 'then' ? undefined : nothing), apply: () => nothing }) as never
/** Of these a module takes something when it is opened. */
const touched = 'attempts config costly keys limiter locks perProcess perUser pool signal store stripe'
const needs = Object.fromEntries(touched.split(' ').map((name) => [name, nothing])) as never

/** The modules with calls that API keys make, or whose paths they share, in the server's order; types.test.ts holds the outcome against the server. */
const modules = [
  openNetworks,
  openPaymentProfiles,
  openPrograms,
  openPayors,
  openBills,
  openPayments,
  openMessages,
  openCampaigns,
  openEmbed,
  openAudit,
]
const routes = [...modules.flatMap((open) => open(needs).routes), ...queryRoutes(nothing), ...liveRoutes(nothing)]

writeFileSync(path.join(import.meta.dirname, '../modules/client/calls.ts'), clientTypes(openApiOf(routes, described) as unknown as OpenApi))
process.exit(0)
