import { useEffect, useState } from 'react'
import type { Ownership } from '../../../modules/bills/contract.ts'
import { checkOwnership, verify } from '../api.ts'
import { sitePath } from '../links.ts'
import { cameFromSigningIn, forgetSigningIn } from '../memory.ts'

export type Visitor =
  | { kind: 'loading' }
  | { kind: 'guest' }
  | { kind: 'leaving' }
  /** `isBack`: from signing in here. */
  | { kind: 'owner' | 'stranger'; name: string; isBack: boolean }

/** First and last name; empty when neither is known. */
export const fullName = (user: { firstName: string | null; lastName: string | null } | null): string =>
  [user?.firstName, user?.lastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')

/** What follows from the server's word on a signed-in visitor: stay as owner, stay as somebody else, or leave for `path`. */
export const afterOwnership = (answer: Ownership, justSignedIn: boolean): 'owner' | 'stranger' | { path: string } => {
  if (answer.action === 'allow') return 'owner'
  const path = sitePath(answer.redirectTo)
  return justSignedIn || !path ? 'stranger' : { path }
}

const identify = async (id: string, hasBill: boolean): Promise<Visitor> => {
  const isBack = cameFromSigningIn(id)
  const { authenticated, user } = await verify()
  if (!authenticated) {
    // Not what was remembered meanwhile, by a press that leads to signing in.
    if (isBack) forgetSigningIn(id)
    return { kind: 'guest' }
  }
  const name = fullName(user)
  const outcome = hasBill ? afterOwnership(await checkOwnership(id), isBack) : 'owner'
  if (typeof outcome === 'object') {
    location.assign(outcome.path)
    return { kind: 'leaving' }
  }
  if (outcome === 'owner') forgetSigningIn(id)
  return { kind: outcome, name, isBack }
}

/** Who is looking; a failed check counts as unauthenticated, and everybody in a frame is a guest. */
export const useVisitor = (id: string, hasBill: boolean, embedded: boolean): Visitor => {
  const [visitor, setVisitor] = useState<Visitor>({ kind: embedded ? 'guest' : 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens; a bill that changes later changes nobody.
  useEffect(() => {
    if (!embedded) identify(id, hasBill).then(setVisitor, () => setVisitor({ kind: 'guest' }))
  }, [id])
  return visitor
}
