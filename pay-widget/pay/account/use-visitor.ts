import { useEffect, useState } from 'react'
import type { Ownership } from '../../../modules/bills/contract.ts'
import { checkOwnership, verify } from '../api.ts'
import { sitePath } from '../links.ts'
import { cameFromSigningIn, forgetSigningIn } from '../memory.ts'

export type Visitor =
  | { kind: 'loading' }
  | { kind: 'guest' }
  /** `isBack`: from signing in here. */
  | { kind: 'owner'; name: string; isBack: boolean }
  /** `signOutPath`: where the server sends visitors to come back as guests; followed only by a press (R69). */
  | { kind: 'stranger'; name: string; signOutPath: string | null }

/** First and last name; empty when neither is known. */
export const fullName = (user: { firstName: string | null; lastName: string | null } | null): string =>
  [user?.firstName, user?.lastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')

/** What follows from the server's word on a signed-in visitor: nobody is signed out by opening a bill. */
export const visitorOf = (name: string, isBack: boolean, answer: Ownership): Visitor =>
  answer.action === 'allow' ? { kind: 'owner', name, isBack } : { kind: 'stranger', name, signOutPath: sitePath(answer.redirectTo) }

const identify = async (id: string, hasBill: boolean): Promise<Visitor> => {
  const isBack = cameFromSigningIn(id)
  const { authenticated, user } = await verify()
  if (!authenticated) {
    // Not what was remembered meanwhile, by a press that leads to signing in.
    if (isBack) forgetSigningIn(id)
    return { kind: 'guest' }
  }
  const name = fullName(user)
  forgetSigningIn(id)
  return visitorOf(name, isBack, hasBill ? await checkOwnership(id) : { action: 'allow' })
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
