import { z } from 'zod'
import type { RecordedEvent } from '../platform/event-store/event-store.ts'
import { toBase64 } from './bytes.ts'
import { checkpointText, originOf } from './checkpoint.ts'
import { lineOf } from './leaf.ts'
import { growingTree, type Hash, inclusionRanges, rootsOf } from './merkle-tree.ts'
import { PAYMENT_PROOF, type PaymentProof } from './pack-format.ts'
import type { SigningKey } from './signing-key.ts'

export const PaymentProofQuery = z.object({ paymentId: z.string().max(100) })

/** Proves that an event is number `index` (from 0) of a network's record, which is as long as `leaves`: one pass over them (RFC 9162, 2.1.3). */
export const provePayment = async (
  network: string,
  { event, index, size }: Readonly<{ event: RecordedEvent; index: number; size: number }>,
  leaves: AsyncIterable<readonly Hash[]>,
  key: SigningKey,
): Promise<PaymentProof> => {
  const tree = growingTree()
  const path = rootsOf(inclusionRanges(index, [0, size]))
  for await (const page of leaves)
    for (const leaf of page) {
      tree.append(leaf)
      path.next(leaf)
    }
  const checkpoint = key.sign(network, checkpointText({ origin: originOf(network), size: tree.size(), root: tree.root() }))
  return { format: PAYMENT_PROOF, network, key: key.verifierKey(network), line: lineOf(event), index, proof: path.roots().map(toBase64), checkpoint }
}
