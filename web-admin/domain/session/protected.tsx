import { useSetAtom } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { loginAddress } from '../api/login-redirect.ts'
import { sessionProblemAtom } from './problem.ts'
import { useSession } from './session.ts'

/** Renders its children for signed-in users, and `loading` until the session is known. */
export const Protected = ({ children, loading }: { children: ReactNode; loading: ReactNode }) => {
  const session = useSession()
  const [path] = useLocation()
  const search = useSearch()
  const setProblem = useSetAtom(sessionProblemAtom)
  useEffect(() => {
    if (session.error !== null) setProblem(session.error)
  }, [session.error, setProblem])
  if (session.status === 'loading') return loading
  if (session.status === 'unauthenticated') {
    // After the sign-in the dashboard is shown anyway, so the root needs no way back.
    const back = path === '/' ? '/login' : loginAddress(path, search ? `?${search}` : '')
    return <Redirect to={back} replace />
  }
  return path === '/' ? <Redirect to="/dashboard" replace /> : children
}
