import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { isAdminPath } from '../../../modules/app/admin-paths.ts'

/** Other paths are served outside of this application and need a browser navigation. */
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
