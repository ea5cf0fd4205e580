import { useState } from 'react'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { sectionHead } from '../ui/text.css.ts'
import { AuthenticatorDialog } from './authenticator-dialog.tsx'
import { useAuthenticator, useRemoveAuthenticator } from './calls.ts'
import * as styles from './security.css.ts'

const RemoveAuthenticator = ({ onClose }: { onClose: () => void }) => (
  <ConfirmCall
    call={useRemoveAuthenticator()}
    input={undefined}
    title="Remove the authenticator app?"
    action="Remove"
    busyText="Removing..."
    danger
    done="The authenticator app is removed"
    failed={(error) => messageOr(error, 'It could not be removed. Please try again.')}
    onClose={onClose}
  >
    Your password alone then signs you in, and your recovery codes stop working unless you have a passkey.
  </ConfirmCall>
)

const leftOver = (codes: number): string => (codes === 1 ? 'One recovery code is left.' : `${codes} recovery codes are left.`)

/** A code of the phone beside the password. */
export const Authenticator = () => {
  const state = useAuthenticator()
  const [asked, setAsked] = useState<'setup' | 'removal' | null>(null)
  return (
    <section aria-labelledby="authenticator">
      <div className={sectionHead}>
        <h2 id="authenticator">Authenticator app</h2>
        {state.data && (
          <Button onClick={() => setAsked(state.data.on ? 'removal' : 'setup')}>{state.data.on ? 'Remove the App' : 'Set Up an App'}</Button>
        )}
      </div>
      <Loaded query={state} loading="Loading..." rows={1} failed="Failed to load your sign-in settings" action="view" thing="account">
        {({ on, recoveryCodes }) => (
          <p className={styles.about}>
            {on
              ? `After your password, a code of the app is asked for. ${leftOver(recoveryCodes)}`
              : 'Have a code asked for after your password that changes every 30 seconds, so that a stolen password is not enough.'}
          </p>
        )}
      </Loaded>
      {asked === 'setup' && <AuthenticatorDialog onClose={() => setAsked(null)} />}
      {asked === 'removal' && <RemoveAuthenticator onClose={() => setAsked(null)} />}
    </section>
  )
}
