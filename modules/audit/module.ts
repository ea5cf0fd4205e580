import type { InstallationKeys } from '../platform/personal-data/personal-data.ts'
import { onRecords, type RecordDependencies } from './record.ts'
import { type AuditDependencies, auditRoutes } from './routes.ts'
import { signingKey } from './signing-key.ts'

type Needs = Omit<AuditDependencies, 'key' | 'onRecord'> & RecordDependencies & Readonly<{ keys: Pick<InstallationKeys, 'auditKey'> }>

/** Packs that prove what was recorded, without us. */
export const openAudit = (needs: Needs) => {
  const key = signingKey(needs.keys.auditKey)
  const onRecord = onRecords(needs)
  return { routes: auditRoutes({ ...needs, key, onRecord }) }
}
