import { useEffect, useState } from 'react'
import type { Ownership } from '../../../modules/bills/contract.ts'
import { checkOwnership, verify } from '../api.ts'
import { sitePath } from '../links.ts'
import { cameFromSigningIn, forgetSigningIn } from '../memory.ts'

export type Visitor =
  | { kind: 'loading' }
  | { kind: 'guest' }
  /** `isBack`: the visitor has just signed in and returned. `ofMember`: a congregation sees a member's bill. */
  | ({ kind: 'owner'; name: string; isBack: boolean } & Pick<Ownership, 'autopay' | 'ofMember'>)
  /** `signOutPath`: signs out and continues as a guest, only when the visitor presses the link (R69). */
  | { kind: 'stranger'; name: string; signOutPath: string | null }

/** First and last name; empty if both are unknown. */
export const fullName = (user: { firstName: string | null; lastName: string | null } | null): string =>
  [user?.firstName, user?.lastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')

/** Opening a bill never signs the visitor out, even if the server's answer has a redirect for that. */
export const visitorOf = (name: string, isBack: boolean, answer: Ownership): Visitor =>
  answer.action === 'allow'
    ? { kind: 'owner', name, isBack, autopay: answer.autopay, ofMember: answer.ofMember }
    : { kind: 'stranger', name, signOutPath: sitePath(answer.redirectTo) }

const identify = async (id: string, hasBill: boolean): Promise<Visitor> => {
  const isBack = cameFromSigningIn(id)
  const { authenticated, user } = await verify()
  if (!authenticated) {
    // Only if the visitor returned without signing in. Else 'Sign in' may just have been pressed, and its mark is
    // kept.
    if (isBack) forgetSigningIn(id)
    return { kind: 'guest' }
  }
  const name = fullName(user)
  forgetSigningIn(id)
  return visitorOf(name, isBack, hasBill ? await checkOwnership(id) : { action: 'allow' })
}

/** The visitor of the page. If the check fails, the visitor is a guest; in a frame all visitors are. */
export const useVisitor = (id: string, hasBill: boolean, embedded: boolean): Visitor => {
  const [visitor, setVisitor] = useState<Visitor>({ kind: embedded ? 'guest' : 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => {
    if (!embedded) identify(id, hasBill).then(setVisitor, () => setVisitor({ kind: 'guest' }))
  }, [id])
  return visitor
}
