import { safePath } from '../../../modules/shared/safe-path.ts'

export const safeRedirect = safePath

/** Where a sign-in leads: the way back, but never to the sign-in itself. */
export const afterLogin = (redirectTo: string | null | undefined): string => {
  const path = safePath(redirectTo)
  return path === null || path === '/login' ? '/dashboard' : path
}
