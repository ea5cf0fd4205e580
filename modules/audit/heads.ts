import type pg from 'pg'
import { formatDay, type Instant, instantOf, type LocalDate } from '../kernel/dates.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { renderLetter } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { type ListOf, type PageQuery, paged } from '../shared/api.ts'
import { startOfNextDay } from '../shared/span.ts'
import type { DailyHead } from './contract.ts'
import type { NetworkRecord, OnRecord } from './record.ts'
import { type SigningKeys, signedHead } from './signing-key.ts'

/** The longest wait of a seal's job for the read models before it is rescheduled. */
const PATIENCE_MS = 5_000

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'sign-head': Readonly<{ networkId: NetworkId; day: LocalDate }>
    'mail-head': Readonly<{ networkId: NetworkId; day: LocalDate; userId: UserId; messageId: string }>
  }
}

export type HeadDependencies = Readonly<{
  pool: pg.Pool
  signing: SigningKeys
  onRecord: OnRecord
  now: () => Instant
  addJob: (job: Job) => Promise<void>
  send: SendMail
  baseUrl: () => string
  /** The networks with new events since their last signed head; `day` is the last day that has ended there. */
  networksToSign: (at: Instant) => Promise<readonly Readonly<{ networkId: NetworkId; day: LocalDate }>[]>
  sealingOf: (networkId: NetworkId) => Promise<Readonly<{ name: string; timeZone: string; mailSeals: boolean }> | null>
  accountsOfAdmins: (networkId: NetworkId) => Promise<readonly Readonly<{ id: UserId; email: string; firstName: string }>[]>
}>

/**
 * At the end of a day, signs the head of each network's tree, stores it, mails it to the network's Admins as a seal,
 * and sends it to the network's webhooks (R108). Anyone who keeps a copy elsewhere can prove later that nothing up to
 * that day was changed.
 */
export const dailyHeads = (dependencies: HeadDependencies) => {
  const { pool, signing, onRecord, now, addJob, send, baseUrl, networksToSign, sealingOf, accountsOfAdmins } = dependencies

  /**
   * Signs the head of a day unless it is signed already. Returns the signed head with the size of the previous head and
   * the position up to which the log was read.
   */
  const sign = async (networkId: NetworkId, day: LocalDate, timeZone: string) => {
    const write = async ({ sizeAt, rootsOf, until: read }: NetworkRecord) => {
      const size = await sizeAt(startOfNextDay(timeZone, day))
      const note = await signedHead(await signing.now(), networkId, size, rootsOf)
      await pool.query('insert into audit_heads (network_id, day, size, note, signed_at) values ($1, $2, $3, $4, $5) on conflict do nothing', [
        ...[networkId, day, size, note, now()],
      ])
      return read
    }
    const until = await onRecord(networkId, write, { patience: PATIENCE_MS })
    const { rows } = await pool.query<Readonly<{ size: number; note: string; at: Date; before: number }>>(
      `select size, note, signed_at as at, coalesce((select max(e.size) from audit_heads e where e.network_id = $1 and e.day < $2), 0) as before
       from audit_heads where network_id = $1 and day = $2`,
      [networkId, day],
    )
    return rows[0] && { ...rows[0], until }
  }

  const tasks: Pick<Tasks, 'sign-head' | 'mail-head'> = {
    'sign-head': async ({ networkId, day }) => {
      const sealing = await sealingOf(networkId)
      if (!sealing) return
      const signed = await sign(networkId, day, sealing.timeZone)
      if (!signed || signed.size === signed.before) return
      const { size, note, at, until } = signed
      await addJob({
        task: 'hand-out-seal',
        payload: { networkId, position: String(until), at: instantOf(at.getTime()), seal: { day, size, note } },
        key: `hand-out-seal/${networkId}/${day}`,
      })
      if (!sealing.mailSeals) return
      for (const { id } of await accountsOfAdmins(networkId)) {
        const messageId = uuidV5(`head/${networkId}/${day}/${id}`)
        await addJob({ task: 'mail-head', payload: { networkId, day, userId: id, messageId }, key: `mail/${messageId}` })
      }
    },
    'mail-head': async ({ networkId, day, userId, messageId }) => {
      const { rows } = await pool.query<Omit<DailyHead, 'day'>>('select size, note from audit_heads where network_id = $1 and day = $2', [
        networkId,
        day,
      ])
      const head = rows[0]
      const sealing = await sealingOf(networkId)
      const admin = (await accountsOfAdmins(networkId)).find(({ id }) => id === userId)
      if (!head || !sealing?.mailSeals || !admin) return
      const { name } = sealing
      await send({
        to: admin.email,
        messageId,
        ...renderLetter({
          subject: `Seal of the journal of ${name}, ${formatDay(day)}`,
          heading: `Hello ${admin.firstName}`,
          paragraphs: [
            `By the end of ${formatDay(day)} the journal of ${name} had ${head.size.toLocaleString('en-US')} entries. This seal fits these entries and no others: whoever changed, added or took away one of them could not make it again.`,
            'There is nothing to do. Keep this mail where we cannot reach it: an audit pack can be checked against it at any time.',
          ],
          verbatim: head.note,
          action: { label: 'Get the page that checks a seal', url: `${baseUrl()}/verify` },
          reason: `You are an Admin of ${name}. Its settings say whether seals are mailed.`,
        }),
      })
    },
  }

  return {
    tasks,
    /** Queues a job for each day that has ended and is not signed yet, oldest first. May be repeated. */
    signHeads: async (at: Instant): Promise<void> => {
      for (const payload of await networksToSign(at))
        await addJob({ task: 'sign-head', payload, key: `head/${payload.networkId}/${payload.day}`, queue: 'seals' })
    },
  }
}

/** A page of a network's signed heads, newest first. */
export const pageOfHeads = async (pool: Pick<pg.Pool, 'query'>, networkId: NetworkId, query: PageQuery): Promise<ListOf<DailyHead>> => {
  const counted = await pool.query<{ count: number }>('select count(*) as count from audit_heads where network_id = $1', [networkId])
  const { rows: data } = await pool.query<DailyHead>(
    'select day::text, size, note from audit_heads where network_id = $1 order by day desc limit $2 offset $3',
    [networkId, query.pageSize, (query.page - 1) * query.pageSize],
  )
  return paged(query, data, counted.rows[0]?.count ?? 0)
}
