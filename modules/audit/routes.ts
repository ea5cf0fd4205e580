import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type pg from 'pg'
import { dataOf } from '../kernel/api.ts'
import { dayIn, instantOf, startOfDay } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import { type NetworkId, PaymentId } from '../kernel/ids.ts'
import type { Category, EventStore } from '../platform/event-store/event-store.ts'
import type { AtOnce } from '../platform/http/limits.ts'
import { idOf, type Route, readers, route } from '../platform/http/route.ts'
import { signedIn } from '../platform/http/visitor.ts'
import type { InstallationKeys } from '../platform/personal-data/personal-data.ts'
import { openPool } from '../platform/postgres/database.ts'
import { PackQuery, PublicKey } from './contract.ts'
import { PaymentProof } from './pack-format.ts'
import { PaymentProofQuery, provePayment } from './payment-proof.ts'
import { signingKey } from './signing-key.ts'
import { pastSpan, startOfNextDay } from './span.ts'
import { type PackSource, type Span, writePack } from './write-pack.ts'

/** Whether the journal holds a category's events: all but the reservations of networks' addresses. */
const journaled = {
  ...{ network: true, slug: false, profile: true, program: true, campaign: true, member: true, upload: true },
  ...{ bill: true, run: true, message: true, reminders: true, payout: true, visits: true },
} satisfies Record<Category, boolean>
const JOURNALED = (Object.keys(journaled) as Category[]).filter((category) => journaled[category])

export type PackDependencies = Readonly<{
  packSource: (client: pg.ClientBase, store: EventStore, span: Omit<Span, 'madeAt'>) => Promise<PackSource>
  databaseUrl: string
  store: EventStore
  keys: Pick<InstallationKeys, 'auditKey'>
  perUser: (limit: { name: string; max: number }) => AtOnce
  timeZoneOf: (network: NetworkId) => Promise<string | null>
  /** Waits until the read models show all that the log holds of a category. */
  caughtUp: (category: Category) => Promise<void>
}>

/** Streams a pack. Whoever goes away stops it; an error truncates the download, which no verifier takes for a pack. */
const send = async (res: Response, name: string, write: (out: WritableStream<Uint8Array>) => Promise<void>): Promise<void> => {
  res.setHeader('Content-Type', 'application/zip')
  res.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const sent = pipeline(Readable.fromWeb(readable as never), res).catch(() => {})
  try {
    await write(writable)
  } catch (error) {
    const left = res.destroyed
    await writable.abort(error).catch(() => {})
    if (!left) throw error
  } finally {
    await sent
  }
}

/** Audit packs of the current network, proofs of its payments, and the key by which both are verified (R166). */
export const packRoutes = ({ databaseUrl, store, keys, perUser, timeZoneOf, caughtUp, packSource }: PackDependencies): Route[] => {
  const key = signingKey(keys.auditKey)
  const packs = perUser({ name: 'packs', max: 1 })

  /** Works on the network's record in a span, on a connection of its own, since a slow download would keep one of all others'. */
  const onRecord = async (
    { user, span, res }: Readonly<{ user: string; span: Omit<Span, 'madeAt'>; res: Response }>,
    work: (source: PackSource) => Promise<void>,
  ): Promise<void> => {
    const release = await packs(user, res)
    const pool = openPool(databaseUrl, 1)
    try {
      await Promise.all(JOURNALED.map(caughtUp))
      const client = await pool.connect()
      await packSource(client, store, span)
        .then(work)
        .finally(() => client.release())
    } finally {
      await pool.end()
      release()
    }
  }

  return [
    route({
      method: 'get',
      path: '/api/audit/public-key',
      summary: "The key that signs the network's audit packs, as verifiers are told it",
      access: readers('network'),
      answer: dataOf(PublicKey),
      handle: async ({ visitor: { network } }) => {
        if (!network) throw missing('Network')
        return { data: { key: key.verifierKey(network), algorithm: 'Ed25519' as const } }
      },
    }),
    route({
      method: 'get',
      path: '/api/audit/pack',
      summary: 'What happened in the current network in a span of time, in a file that proves itself (zip)',
      access: readers('network'),
      query: PackQuery,
      handle: async ({ visitor, query, now, res }) => {
        const { network } = visitor
        if (!network) throw missing('Network')
        const zone = (await timeZoneOf(network)) ?? 'UTC'
        const span = { network, ...pastSpan(query, zone, now, { from: startOfDay, to: startOfNextDay }) }
        const name = `audit-pack-${dayIn(zone, span.from)}-${dayIn(zone, instantOf(Date.parse(span.to) - 1))}.zip`
        await onRecord({ user: signedIn(visitor).id, span, res }, (source) =>
          send(res, name, (out) => writePack(out, source, { ...span, madeAt: now }, key)),
        )
        return undefined
      },
    }),
    route({
      method: 'get',
      path: '/api/audit/proof',
      summary: "A proof that a payment is in the current network's books, which verifiers of packs check",
      access: readers('network'),
      query: PaymentProofQuery,
      answer: PaymentProof,
      handle: async ({ visitor, query, now, res }) => {
        const { network } = visitor
        if (!network) throw missing('Network')
        const id = idOf(PaymentId, query.paymentId, 'Payment')
        let proof: PaymentProof | null = null
        const span = { network, from: now, to: instantOf(Date.parse(now) + 1) }
        await onRecord({ user: signedIn(visitor).id, span, res }, async ({ size, leaves, payment }) => {
          const found = await payment(id)
          const event = found && (await store.read(found.stream)).find(({ revision }) => revision === found.revision)
          if (!event) throw missing('Payment')
          proof = await provePayment(network, { event, index: found.index, size: size.closing }, leaves(), key)
        })
        return proof
      },
    }),
  ]
}
