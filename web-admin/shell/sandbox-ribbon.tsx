import { useLocation } from 'wouter'
import { useSandbox } from '../domain/session/session.ts'
import { sandboxRibbon } from './shell.css.ts'

/** Where money is set up, moves or is read of. */
const ABOUT_PAYMENTS = /^\/(settings\/payments|transactions|payors\/bills\/|payouts|stripe\/)/

/** On the screens of payments: that the stand-in takes them. */
export const SandboxRibbon = () => {
  const [path] = useLocation()
  if (!useSandbox() || !ABOUT_PAYMENTS.test(path)) return null
  return (
    <aside className={sandboxRibbon} aria-label="Sandbox">
      Sandbox: no money moves
    </aside>
  )
}
