import type { NetworkId, PaymentId } from '../kernel/ids.ts'
import { signedLinks } from '../platform/http/signed-links.ts'
import type { Platform } from '../platform/platform.ts'
import { dailyHeads, type HeadDependencies } from './heads.ts'
import { onRecords, type RecordDependencies } from './record.ts'
import { repairHistory, repairRoutes } from './repair.ts'
import { type AuditDependencies, auditRoutes } from './routes.ts'
import { signingKeys } from './signing-key.ts'

export type AuditNeeds = Platform & Omit<AuditDependencies & HeadDependencies & RecordDependencies, 'signing' | 'onRecord' | 'proofs'>

/** Packs that prove a network's record independently of us, daily seals to check them, and proofs for receipts. */
export const openAudit = (needs: AuditNeeds) => {
  const signing = signingKeys(needs.keys.auditKeys)
  const onRecord = onRecords(needs)
  const proofs = signedLinks(needs.keys, 'proofs', ['networkId', 'paymentId'])
  return {
    routes: [...auditRoutes({ ...needs, signing, onRecord, proofs }), ...repairRoutes(needs)],
    histories: { mending: repairHistory(needs.personal, needs.historian) },
    ...dailyHeads({ ...needs, signing, onRecord }),
    /** The address of the page that proves a payment to its payor. */
    proofOf: (networkId: NetworkId, paymentId: PaymentId): string => `${needs.baseUrl()}/proofs/${proofs.issue({ networkId, paymentId })}`,
    isProof: async (token: string): Promise<boolean> => (await proofs.read(token)) !== null,
  }
}
