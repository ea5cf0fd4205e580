import { type PackDependencies, packRoutes } from './routes.ts'

/** Packs that prove what was recorded, without us. */
export const openAudit = (needs: PackDependencies) => ({ routes: packRoutes(needs) })
