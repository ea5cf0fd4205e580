import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { payorEvents } from '../../modules/payors/events.ts'
import type { Append, EventStore, NewEvent, StreamName } from '../../modules/platform/event-store/event-store.ts'
import { postgresEventStore } from '../../modules/platform/event-store/postgres.ts'
import { openLog } from '../../modules/platform/log.ts'
import { type PersonalData, personalData, sealedField } from '../../modules/platform/personal-data/personal-data.ts'
import { openPool } from '../../modules/platform/postgres/database.ts'
import { MIGRATIONS, migrate } from '../../modules/platform/postgres/migrate.ts'
import { startPostgres } from '../../modules/platform/postgres/postgres.ts'
import { allProjections } from '../../projections/projections.ts'

import type { OpenLog } from '../with-log.ts'
import { temporaryFolder } from './product.ts'

export type LogTestBed = OpenLog & Readonly<{ url: string; personal: PersonalData }>

/** A log in a separate embedded Postgres, as durable as the product's. */
export const onLog = async <Result>(work: (bed: LogTestBed) => Promise<Result>): Promise<Result> => {
  const { dir, remove } = temporaryFolder('bench')
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const pool: pg.Pool = openPool(postgres.url, 40)
  const store: EventStore = postgresEventStore({ connectionString: postgres.url })
  try {
    await migrate(pool, MIGRATIONS)
    const personal = personalData(pool, [randomBytes(32)])
    return await work({ url: postgres.url, pool, store, personal, projections: allProjections(personal, store), log: openLog('warn') })
  } finally {
    await store.close()
    await pool.end()
    await postgres.stop()
    remove()
  }
}

const networkId = randomUUID()
const programId = randomUUID()

const eventOf = (type: string, data: Record<string, unknown>): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: { $correlationId: networkId, $causationId: networkId, actor: 'system:bench', schema: 1, at: new Date().toISOString() as never },
})

const first = (stream: StreamName, event: NewEvent): Append => ({ stream, events: [event], expect: 'none' })

export const billAppend = (payorId: string = randomUUID()): Append => {
  const billId = randomBytes(16).toString('base64url')
  const terms = { billId, networkId, programId, payorId, payorKind: 'individual', amount: 25_000, dueDate: '2099-12-31', period: '2099-12-31', n: 0 }
  return first(`bill-${billId}`, eventOf('BillIssued', terms))
}

/** A check over the full amount of a bill issued by `billAppend`. */
export const paymentAppend = ({ stream, events: [issued] }: Append): Append => {
  const { billId, amount } = (issued as NewEvent).data as { billId: string; amount: number }
  const paid = { billId, paymentId: randomUUID(), amount, applied: amount, method: 'check', reference: null, receivedOn: null }
  return { stream, events: [eventOf('PaymentRecorded', paid)], expect: 0 }
}

/** Members, sealed like the product's, with a bill each. */
export const payorAndBillAppends = async (personal: PersonalData, count: number): Promise<Append[]> => {
  const { encode } = sealedField(personal, payorEvents, 'memberId')
  const ids = Array.from({ length: count }, () => randomUUID())
  const registered = ids.map((memberId, i) => ({
    type: 'MemberAdded',
    data: {
      memberId,
      networkId,
      kind: 'individual',
      person: {
        firstName: 'Grace',
        lastName: `Lindqvist ${i}`,
        name: `Grace Lindqvist ${i}`,
        email: `g${i}@post.example.org`,
        phone: '(320) 555-5767',
        dob: '1989-06-11',
        gender: 'F',
        contactName: null,
      },
      memberSince: null,
      congregationId: null,
    },
  }))
  const encoded = (await encode(registered as never, null)) as unknown as { type: string; data: Record<string, unknown> }[]
  return ids.flatMap((id, i) => {
    const { type, data } = encoded[i] as (typeof encoded)[number]
    return [first(`member-${id}`, eventOf(type, data)), billAppend(id)]
  })
}
