import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { askForFreshSignInBy, type Lacking } from '../api/client.ts'

const ReauthenticateDialog = lazy(async () => ({ default: (await import('./reauthenticate-dialog.tsx')).ReauthenticateDialog }))
const SecondStepDialog = lazy(async () => ({ default: (await import('./second-step-dialog.tsx')).SecondStepDialog }))
const MailedCodeDialog = lazy(async () => ({ default: (await import('./mailed-code-dialog.tsx')).MailedCodeDialog }))

type Asked = { reason: string; lacking: Lacking }

/**
 * Calls that need a fresh sign-in wait for this dialog. Once the user has signed in, they are sent again; if the user
 * closes the dialog, they are refused.
 */
export const AskForFreshSignIn = () => {
  const [why, setWhy] = useState<Asked | null>(null)
  const waiting = useRef<((confirmed: boolean) => void)[]>([])
  useEffect(
    () =>
      askForFreshSignInBy((reason, lacking) => {
        setWhy({ reason, lacking })
        return new Promise((resolve) => waiting.current.push(resolve))
      }),
    [],
  )
  const answer = (confirmed: boolean) => {
    setWhy(null)
    for (const resolve of waiting.current.splice(0)) resolve(confirmed)
  }
  if (why === null) return null
  const answers = { onCancel: () => answer(false), onConfirmed: () => answer(true) }
  return (
    <Suspense fallback={null}>
      {why.lacking === 'reauth-required' && <ReauthenticateDialog reason={why.reason} {...answers} />}
      {why.lacking === 'second-step-required' && <SecondStepDialog {...answers} />}
      {why.lacking === 'mailed-code-required' && <MailedCodeDialog reason={why.reason} {...answers} />}
    </Suspense>
  )
}
