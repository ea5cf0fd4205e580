import { z } from 'zod'
import { missing } from '../kernel/errors.ts'
import type { NetworkId, PaymentId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { toBase64 } from './bytes.ts'
import { lineOf } from './leaf.ts'
import { inclusionRanges } from './merkle-tree.ts'
import { PAYMENT_PROOF, type PaymentProof } from './pack-format.ts'
import type { NetworkRecord } from './record.ts'
import { type SigningKey, signedHead } from './signing-key.ts'

export const PaymentProofQuery = z.object({ paymentId: z.string().max(100) })

/** Proves that a payment is in a network's record (RFC 9162, 2.1.3). @throws DomainError 404 for a payment of no or another network */
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
