import { useCallback } from 'react'
import { useLocation } from 'wouter'

/** Pages of this application; every other path is served on its own and needs a browser navigation. */
const own =
  /^\/(?:login|logout|register|confirm-email|forgot-password|reset-password|accept-invitation|env-debug|dashboard|my-assessments|assessments|payors|members|transactions|settings|stripe)(?:[/?#]|$)/

export const isOwnPath = (path: string): boolean => path === '/' || own.test(path)

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
