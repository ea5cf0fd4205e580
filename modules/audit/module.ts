import type { NetworkId, PaymentId } from '../kernel/ids.ts'
import { signedLinks } from '../platform/http/signed-links.ts'
import type { Platform } from '../platform/platform.ts'
import { dailyHeads, type HeadDependencies } from './heads.ts'
import { onRecords, type RecordDependencies } from './record.ts'
import { repairHistory, repairRoutes } from './repair.ts'
import { type AuditDependencies, auditRoutes } from './routes.ts'
import { signingKeys } from './signing-key.ts'

export type AuditNeeds = Platform & Omit<AuditDependencies & HeadDependencies & RecordDependencies, 'signing' | 'onRecord' | 'proofs'>

/**
 * Audit packs, which prove a network's record without trust in us; daily seals to verify them; and proofs for receipts.
 */
export const openAudit = (needs: AuditNeeds) => {
  const signing = signingKeys(needs.keys.auditKeys)
  const onRecord = onRecords(needs)
  const proofs = signedLinks(needs.keys, 'proofs', ['networkId', 'paymentId'])
  return {
    routes: [...auditRoutes({ ...needs, signing, onRecord, proofs }), ...repairRoutes(needs)],
    histories: { mending: repairHistory(needs.personal, needs.historian) },
    ...dailyHeads({ ...needs, signing, onRecord }),
    /** The URL of the page that proves to a payor that their payment is in the books. */
    proofOf: (networkId: NetworkId, paymentId: PaymentId): string => `${needs.baseUrl()}/proofs/${proofs.issue({ networkId, paymentId })}`,
    isProof: async (token: string): Promise<boolean> => (await proofs.read(token)) !== null,
  }
}
