import { DomainError, refused } from '../../kernel/errors.ts'
import type { RefusalCode } from '../../kernel/refusals.ts'
import type { Access } from './route.ts'
import type { KeyScope, Visitor } from './visitor.ts'

const refusal = (code: RefusalCode, message: string): DomainError => new DomainError('forbidden', code, message)

/** Lets an API key make only the calls of its scope (R26). @throws DomainError 403 */
export const admitKey = (scope: KeyScope, access: Access, fresh: boolean): void => {
  if (fresh) throw refusal('key-needs-sign-in', 'This needs a person who has just signed in. An API key cannot do it.')
  const { keys } = access
  if (keys === 'read' || (keys === 'write' && scope === 'write')) return
  if (keys === 'write') throw refusal('key-reads-only', 'This API key may only read. Use one that may make changes, too.')
  throw refusal(
    'key-not-allowed',
    access.kind === 'everyone' ? 'Send this request without an API key.' : 'This is for people. An API key cannot do it.',
  )
}

/** Refuses a request that names another network than its key's. @throws DomainError 409 */
export const refuseOtherNetworkOfKey = ({ network }: Visitor, named: string | undefined): void => {
  if (named !== undefined && named.toLowerCase() !== network)
    throw refused('other-network', 'This API key belongs to a different network than the request.')
}
