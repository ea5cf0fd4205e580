import type { EventStore } from '../modules/platform/event-store/event-store.ts'
import type { PersonalData } from '../modules/platform/personal-data/personal-data.ts'
import * as audit from './audit/journal.ts'
import * as autopay from './autopay/projector.ts'
import * as banking from './banking/projector.ts'
import * as deposits from './deposits/projector.ts'
import { ledgerProjection } from './ledger/projector.ts'
import * as ledger from './ledger/tables.ts'
import { messagesProjection } from './messages/projector.ts'
import * as messages from './messages/tables.ts'
import { networksProjection } from './networks/projector.ts'
import * as networks from './networks/tables.ts'
import * as profiles from './payment-profiles/projector.ts'
import { payorsProjection } from './payors/projector.ts'
import * as payors from './payors/tables.ts'
import * as payouts from './payouts/projector.ts'
import * as programs from './programs/projector.ts'
import type { Projection } from './projection.ts'
import { keepVersion, position, type Table, table, text } from './table.ts'

/** All read models, in no order: each follows the log independently. */
export const allProjections = (personal: PersonalData, store: Pick<EventStore, 'positionsPerEvent'>): Projection[] => [
  networksProjection,
  profiles.paymentProfilesProjection(personal),
  programs.programsProjection,
  payorsProjection(personal),
  ledgerProjection(personal, store),
  messagesProjection(personal),
  payouts.payoutsProjection,
  autopay.autopayProjection,
  deposits.depositsProjection,
  banking.bankingProjection,
]

const checkpoints = table('checkpoints', { name: text().key(), position: position() })

const isDeclaration = (value: unknown): value is Table | string =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'made' in value)

/**
 * The tables, and the SQL of functions and views, exported by each read model's `tables.ts`, or by a projector that
 * holds its tables.
 */
const ofModules = [audit, ledger, messages, networks, profiles, payors, payouts, programs, autopay, deposits, banking]
const declared = [{ keepVersion, checkpoints }, ...ofModules].flatMap((each) =>
  // Sorted, since module exports have no fixed order and the SQL is fingerprinted.
  Object.entries<unknown>(each)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, value]) => value)
    .filter(isDeclaration),
)
const tables = declared.filter((one) => typeof one !== 'string')
const beside = declared.filter((one) => typeof one === 'string')
const [views, functions] = [true, false].map((isView) => beside.filter((one) => one.startsWith('create view') === isView))

/**
 * The read models: disposable, written by projectors alone, rebuilt from the log. After a change of a table the next
 * start (or npm run rebuild) rebuilds the whole schema beside the old one. Names are unqualified on purpose.
 */
export const tablesSql = [...(functions ?? []), ...tables.flatMap(({ made }) => made), ...(views ?? [])].join(';\n')

/**
 * The indexes that only queries use. A rebuild creates them once its tables are full: that takes a fraction of the
 * time, and leaves them smaller.
 */
export const indexesSql = tables.flatMap(({ indexed }) => indexed)
