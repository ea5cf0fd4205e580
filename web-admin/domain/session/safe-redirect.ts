import { safePath } from '../../../modules/shared/safe-path.ts'

export const safeRedirect = safePath

/** The page after a sign-in; never a sign-in page itself. */
export const afterLogin = (redirectTo: string | null | undefined): string => {
  const path = safePath(redirectTo)
  return path === null || path === '/login' ? '/dashboard' : path
}
