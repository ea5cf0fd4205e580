import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { askForFreshSignInBy } from '../api/fresh-sign-in.ts'

const ReauthenticateDialog = lazy(async () => ({ default: (await import('./reauthenticate-dialog.tsx')).ReauthenticateDialog }))

/** Any call that needs a fresh sign-in waits for this dialog, and goes on with what was asked, or is refused where it is closed. */
export const AskForFreshSignIn = () => {
  const [why, setWhy] = useState<string | null>(null)
  const waiting = useRef<((confirmed: boolean) => void)[]>([])
  useEffect(
    () =>
      askForFreshSignInBy((reason) => {
        setWhy(reason)
        return new Promise((resolve) => waiting.current.push(resolve))
      }),
    [],
  )
  const answer = (confirmed: boolean) => {
    setWhy(null)
    for (const resolve of waiting.current.splice(0)) resolve(confirmed)
  }
  if (why === null) return null
  return (
    <Suspense fallback={null}>
      <ReauthenticateDialog reason={why} onCancel={() => answer(false)} onConfirmed={() => answer(true)} />
    </Suspense>
  )
}
