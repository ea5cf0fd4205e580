import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { dataOf } from '../kernel/api.ts'
import { dayIn, instantOf, startOfDay } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import { type NetworkId, PaymentId } from '../kernel/ids.ts'
import { pastSpan, startOfNextDay } from '../kernel/span.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { AtOnce } from '../platform/http/limits.ts'
import { idOf, type Route, readers, route } from '../platform/http/route.ts'
import { signedIn, type Visitor } from '../platform/http/visitor.ts'
import { PackQuery, PublicKey } from './contract.ts'
import { PaymentProof } from './pack-format.ts'
import { PaymentProofQuery, provePayment } from './payment-proof.ts'
import type { NetworkRecord, OnRecord } from './record.ts'
import type { SigningKey } from './signing-key.ts'
import { writePack } from './write-pack.ts'

export type AuditDependencies = Readonly<{
  store: EventStore
  key: SigningKey
  onRecord: OnRecord
  perUser: (limit: { name: string; max: number }) => AtOnce
  timeZoneOf: (network: NetworkId) => Promise<string | null>
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
export const auditRoutes = ({ store, key, onRecord, perUser, timeZoneOf }: AuditDependencies): Route[] => {
  const packs = perUser({ name: 'packs', max: 1 })
  /** Works on the current network's record; one piece of such work at a time for each user. */
  const onRecordOf = async <Result>(
    { visitor, res }: Readonly<{ visitor: Visitor; res: Response }>,
    work: (record: NetworkRecord, network: NetworkId) => Promise<Result>,
  ): Promise<Result> => {
    const { network } = visitor
    if (!network) throw missing('Network')
    const release = await packs(signedIn(visitor).id, res)
    try {
      return await onRecord(network, (record) => work(record, network))
    } finally {
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
      handle: async (call) => {
        const { query, now, res, visitor } = call
        const zone = (visitor.network && (await timeZoneOf(visitor.network))) ?? 'UTC'
        const span = pastSpan(query, zone, now, { from: startOfDay, to: startOfNextDay })
        const name = `audit-pack-${dayIn(zone, span.from)}-${dayIn(zone, instantOf(Date.parse(span.to) - 1))}.zip`
        await onRecordOf(call, async ({ during, rootsOf }, network) => {
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
      answer: PaymentProof,
      handle: (call) => {
        const id = idOf(PaymentId, call.query.paymentId, 'Payment')
        return onRecordOf(call, (record, network) => provePayment({ store, key }, { network, id }, record))
      },
    }),
  ]
}
