import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type pg from 'pg'
import { z } from 'zod'
import { dayIn, instantOf, startOfDay } from '../kernel/dates.ts'
import { DomainError, missing } from '../kernel/errors.ts'
import { type NetworkId, PaymentId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { AtOnce } from '../platform/http/limits.ts'
import { everyone, idOf, type Route, readers, route } from '../platform/http/route.ts'
import type { SignedLinks } from '../platform/http/signed-links.ts'
import type { Costly } from '../platform/http/turns.ts'
import { knownSender, type Visitor } from '../platform/http/visitor.ts'
import { type Semaphore, semaphore } from '../platform/semaphore.ts'
import { dataOf, listOf, PageQuery } from '../shared/api.ts'
import { pastSpan, startOfNextDay } from '../shared/span.ts'
import { toBase64 } from './bytes.ts'
import { DailyHead, PackQuery, PublicKey } from './contract.ts'
import { pageOfHeads } from './heads.ts'
import { lineOf } from './leaf.ts'
import { inclusionRanges } from './merkle-tree.ts'
import { PAYMENT_PROOF, PaymentProof } from './pack-format.ts'
import type { NetworkRecord, OnRecord } from './record.ts'
import { type SigningKey, type SigningKeys, signedHead } from './signing-key.ts'
import { writePack } from './write-pack.ts'

const PaymentProofQuery = z.object({ paymentId: z.string().max(100) })

/**
 * Proves that a payment is in a network's record (RFC 9162, 2.1.3).
 * @throws DomainError 404 if there is no such payment in this network
 */
export const provePayment = async (
  { store, key }: Readonly<{ store: Pick<EventStore, 'read'>; key: SigningKey }>,
  { network, id }: Readonly<{ network: NetworkId; id: PaymentId }>,
  { payment, size, rootsOf }: Pick<NetworkRecord, 'payment' | 'size' | 'rootsOf'>,
): Promise<PaymentProof> => {
  const found = await payment(id)
  const event = found && (await store.read(found.stream)).find(({ revision }) => revision === found.revision)
  if (!event) throw missing('Payment')
  const path = await rootsOf(inclusionRanges(found.index, [0, size]))
  return {
    ...{ format: PAYMENT_PROOF, network, key: key.verifierKey(network), line: lineOf(event), index: found.index, proof: path.map(toBase64) },
    checkpoint: await signedHead(key, network, size, rootsOf),
  }
}

/** Each pack or proof needs its own connection, and a process has only a few. */
const PACKS_AT_ONCE = 4
const RECEIPTS_AT_ONCE = 2
/** A download ends if its client reads nothing for this long. */
const UNREAD_MS = 60_000
const PATIENCE_MS = 10_000

const busy = () => new DomainError('unavailable', 'unavailable', 'Too many audit packs and proofs are being made. Please try again in a moment.')

/** Runs `work` once a place is free. @throws DomainError 503 if none is free within PATIENCE_MS */
const within = async <Result>(places: Semaphore, work: () => Promise<Result>): Promise<Result> => {
  if (!(await places.take(PATIENCE_MS))) throw busy()
  try {
    return await work()
  } finally {
    places.leave()
  }
}

export type AuditDependencies = Readonly<{
  pool: pg.Pool
  store: EventStore
  signing: SigningKeys
  onRecord: OnRecord
  proofs: SignedLinks<'networkId' | 'paymentId'>
  costly: Pick<Costly, 'packs' | 'proofs'>
  perUser: (limit: { name: string; max: number }) => AtOnce
  timeZoneOf: (network: NetworkId) => Promise<string | null>
}>

/**
 * Streams a pack. If the client disconnects, writing stops. An error truncates the download, and every verifier rejects
 * a truncated pack.
 */
const send = async (res: Response, name: string, write: (out: WritableStream<Uint8Array>) => Promise<void>): Promise<void> => {
  res.setHeader('Content-Type', 'application/zip')
  res.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  res.setTimeout(UNREAD_MS, () => {
    if (res.writableLength > 0) res.destroy()
  })
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

const audits = ({ onRecord, perUser }: AuditDependencies) => {
  const packs = perUser({ name: 'packs', max: 1 })
  const packsOf = perUser({ name: 'packs of a network', max: 1 })
  const receiptsOf = perUser({ name: 'receipts of a network', max: 1 })
  const places = semaphore(() => PACKS_AT_ONCE)
  const receipts = semaphore(() => RECEIPTS_AT_ONCE)
  /** Runs `work` with the current network's record. Each user and each network makes one pack or proof at a time. */
  const onRecordOf = async <Result>(
    { visitor, res }: Readonly<{ visitor: Visitor; res: Response }>,
    work: (record: NetworkRecord, network: NetworkId) => Promise<Result>,
  ): Promise<Result> => {
    const { network } = visitor
    if (!network) throw missing('Network')
    const release = await packs(knownSender(visitor), res)
    try {
      const releaseNetwork = await packsOf(network, res)
      try {
        return await within(places, () => onRecord(network, (record) => work(record, network)))
      } finally {
        releaseNetwork()
      }
    } finally {
      release()
    }
  }
  return { receiptsOf, receipts, onRecordOf }
}
type Audits = ReturnType<typeof audits> & AuditDependencies

/** The public keys that verify packs and proofs. */
const signatures = ({ pool, signing }: Audits): Route[] => [
  route({
    method: 'get',
    path: '/api/audit/public-key',
    summary: "The key that signs the network's audit packs, as verifiers are told it, and those that did before it, the newest first",
    access: readers('network'),
    answer: dataOf(PublicKey),
    refusals: ['not-found'],
    handle: async ({ visitor: { network } }) => {
      if (!network) throw missing('Network')
      const keys = await signing.publicKeys(network)
      return { data: { key: keys[0]?.key ?? '', algorithm: 'Ed25519' as const, keys } }
    },
  }),
  route({
    method: 'get',
    path: '/api/audit/heads',
    summary: "The daily seals of the current network's record, newest first",
    access: readers('network'),
    query: PageQuery,
    answer: listOf(DailyHead),
    refusals: ['not-found'],
    handle: async ({ visitor: { network }, query }) => {
      if (!network) throw missing('Network')
      return pageOfHeads(pool, network, query)
    },
  }),
]

/** The routes of packs and proofs. */
const records = ({ store, signing, costly, timeZoneOf, onRecordOf }: Audits): Route[] => [
  route({
    method: 'get',
    path: '/api/audit/pack',
    summary: 'What happened in the current network in a span of time, in a file that proves itself (zip)',
    access: readers('network'),
    query: PackQuery,
    limits: [costly.packs],
    media: 'application/zip',
    refusals: ['not-found'],
    handle: async (call) => {
      const { query, now, res, visitor } = call
      const zone = (visitor.network && (await timeZoneOf(visitor.network))) ?? 'UTC'
      const span = pastSpan(query, zone, now, { from: startOfDay, to: startOfNextDay })
      const name = `audit-pack-${dayIn(zone, span.from)}-${dayIn(zone, instantOf(Date.parse(span.to) - 1))}.zip`
      await onRecordOf(call, async ({ during, rootsOf }, network) => {
        const key = await signing.now()
        const source = { ...(await during(span)), rootsOf }
        await send(res, name, (out) => writePack(out, source, { ...span, network, madeAt: now }, key))
      })
      return undefined
    },
  }),
  route({
    method: 'get',
    path: '/api/audit/proof',
    summary: "A proof that a payment is in the current network's books, which verifiers of packs check",
    access: readers('network'),
    query: PaymentProofQuery,
    limits: [costly.packs],
    answer: PaymentProof,
    refusals: ['not-found'],
    handle: (call) => {
      const id = idOf(PaymentId, call.query.paymentId, 'Payment')
      return onRecordOf(call, async (record, network) => provePayment({ store, key: await signing.now() }, { network, id }, record))
    },
  }),
]

const receiptProofs = ({ store, signing, onRecord, proofs, costly, receiptsOf, receipts }: Audits): Route[] => [
  route({
    method: 'get',
    path: '/api/proofs/:token',
    about: null,
    summary: 'The proof of a payment, by the link of its receipt',
    access: everyone,
    params: z.object({ token: z.string().max(400) }),
    answer: PaymentProof,
    limits: [costly.proofs],
    handle: async ({ params, res }) => {
      const named = await proofs.read(params.token)
      if (!named) throw missing('Payment')
      const [network, id] = [named.networkId as NetworkId, named.paymentId as PaymentId]
      const release = await receiptsOf(network, res, { patience: PATIENCE_MS })
      try {
        const proof = await within(receipts, () =>
          onRecord(network, async (record) => provePayment({ store, key: await signing.now() }, { network, id }, record)),
        )
        res.setHeader('Content-Disposition', `attachment; filename="payment-${id}.json"`)
        return proof
      } finally {
        release()
      }
    },
  }),
]

/**
 * The routes of audit packs of the current network (R106), proofs of its payments (R107), and the public keys that
 * verify both (R109).
 */
export const auditRoutes = (dependencies: AuditDependencies): Route[] => {
  const context = { ...dependencies, ...audits(dependencies) }
  return [...signatures(context), ...records(context), ...receiptProofs(context)]
}
