import { useAtomValue } from 'jotai'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { barredAtom } from '../domain/api/client.ts'
import { isElsewhereAtom } from '../domain/api/tab-network.ts'

const load = () => import('./elsewhere.tsx')
const Elsewhere = lazy(async () => ({ default: (await load()).Elsewhere }))
const Barred = lazy(async () => ({ default: (await load()).Barred }))

/** The user's own settings, which do not belong to a network. */
const PERSONAL = /^\/settings\/(?:profile|password|connected-accounts|security)$/

/**
 * Hides the page if the session has changed to another network, or lacks the second factor that the network requires.
 */
export const InShownNetwork = ({ children }: { children: ReactNode }) => {
  const [location] = useLocation()
  const elsewhere = useAtomValue(isElsewhereAtom)
  const barred = useAtomValue(barredAtom)
  const Instead = elsewhere ? Elsewhere : barred && !PERSONAL.test(location) ? Barred : null
  if (!Instead) return children
  return (
    <Suspense fallback={null}>
      <Instead />
    </Suspense>
  )
}
