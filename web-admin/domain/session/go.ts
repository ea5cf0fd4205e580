import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { isAdminPath } from '../../../modules/app/admin-paths.ts'

/** The browser itself opens a path that this application does not have. */
const isOwnPath = (path: string): boolean => isAdminPath(path.replace(/[?#].*$/, ''))

export const useGo = () => {
  const [, navigate] = useLocation()
  return useCallback(
    (path: string, options?: { replace?: boolean }) => {
      if (isOwnPath(path)) navigate(path, options)
      else window.location.assign(path)
    },
    [navigate],
  )
}
