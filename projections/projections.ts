import type { EventStore } from '../modules/platform/event-store/event-store.ts'
import type { PersonalData } from '../modules/platform/personal-data/personal-data.ts'
import * as audit from './audit/tables.ts'
import { ledgerProjection } from './ledger/projector.ts'
import * as ledger from './ledger/tables.ts'
import { messagesProjection } from './messages/projector.ts'
import * as messages from './messages/tables.ts'
import { networksProjection } from './networks/projector.ts'
import * as networks from './networks/tables.ts'
import { paymentProfilesProjection } from './payment-profiles/projector.ts'
import * as profiles from './payment-profiles/tables.ts'
import { payorsProjection } from './payors/projector.ts'
import * as payors from './payors/tables.ts'
import { payoutsProjection } from './payouts/projector.ts'
import * as payouts from './payouts/tables.ts'
import { programsProjection } from './programs/projector.ts'
import * as programs from './programs/tables.ts'
import type { Projection } from './projection.ts'
import { keepVersion, position, type Table, table, text } from './table.ts'

/** All read models, in no order: each follows the log independently. */
export const allProjections = (personal: PersonalData, store: Pick<EventStore, 'positionsPerEvent'>): Projection[] => [
  networksProjection,
  paymentProfilesProjection(personal),
  programsProjection,
  payorsProjection(personal),
  ledgerProjection(personal, store),
  messagesProjection(personal),
  payoutsProjection,
]

const checkpoints = table('checkpoints', { name: text().key(), position: position() })

/** The exports of each read model's `tables.ts`: tables, and the SQL of functions and views. */
const declared = [{ keepVersion, checkpoints }, audit, ledger, messages, networks, profiles, payors, payouts, programs].flatMap<Table | string>(
  // Sorted, since module exports have no fixed order and the SQL is fingerprinted.
  (each) =>
    Object.entries(each)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, value]) => value),
)
const tables = declared.filter((one) => typeof one !== 'string')
const beside = declared.filter((one) => typeof one === 'string')
const [views, functions] = [true, false].map((isView) => beside.filter((one) => one.startsWith('create view') === isView))

/**
 * The read models: disposable, written by projectors alone, rebuilt from the log. After a change of a table the next start (or npm run rebuild)
 * rebuilds the whole schema beside the old one. Names are unqualified on purpose.
 */
export const tablesSql = [...(functions ?? []), ...tables.flatMap(({ made }) => made), ...(views ?? [])].join(';\n')

/** The indexes that only queries use. A rebuild creates them once its tables are full: that takes a fraction of the time, and leaves them smaller. */
export const indexesSql = tables.flatMap(({ indexed }) => indexed)
