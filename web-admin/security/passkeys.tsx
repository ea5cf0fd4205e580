import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Passkey } from '../../modules/identity/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { passkeyProblem } from '../domain/session/passkey-problem.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { formatDayHere } from '../ui/days.ts'
import { muted, sectionHead, small } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { useAddPasskey, usePasskeys, useRemovePasskey } from './calls.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import * as styles from './security.css.ts'

const Row = ({ passkey, onRemove }: { passkey: Passkey; onRemove: (passkey: Passkey) => void }) => (
  <li className={styles.row}>
    <KeyRound aria-hidden />
    <div>
      <h3 className={styles.name}>{passkey.name}</h3>
      <p className={`${small} ${muted}`}>
        Added on {formatDayHere(passkey.createdAt)} · {passkey.lastUsedAt ? `last used on ${formatDayHere(passkey.lastUsedAt)}` : 'not used yet'}
      </p>
    </div>
    <Button aria-label={`Remove, ${passkey.name}`} onClick={() => onRemove(passkey)}>
      Remove
    </Button>
  </li>
)

type RemoveProps = { passkey: Passkey; onDone: () => void; onClose: () => void }

const RemovePasskey = ({ passkey: { id, name }, onDone, onClose }: RemoveProps) => (
  <ConfirmCall
    call={useRemovePasskey()}
    input={id}
    title="Remove this passkey?"
    action="Remove"
    busyText="Removing..."
    danger
    done="The passkey is removed"
    failed={(error) => messageOr(error, 'The passkey could not be removed. Please try again.')}
    onDone={onDone}
    onClose={onClose}
  >
    You can no longer sign in with '{name}'. It stays on your device until you delete it there too.
  </ConfirmCall>
)

export const Passkeys = () => {
  const passkeys = usePasskeys()
  const add = useAddPasskey()
  const toast = useToast()
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const supported = browserSupportsWebAuthn()
  return (
    <section aria-labelledby="passkeys">
      <div className={sectionHead}>
        <h2 id="passkeys">Passkeys</h2>
        <Button
          busy={add.isPending}
          busyText="Adding..."
          unavailable={supported ? undefined : 'This browser does not support passkeys'}
          onClick={() =>
            add.mutate(undefined, {
              onSuccess: ({ recoveryCodes }) => {
                toast('The passkey is added')
                setCodes(recoveryCodes ?? null)
              },
            })
          }
        >
          Add a Passkey
        </Button>
      </div>
      <p className={styles.about}>
        Sign in with your fingerprint, your face or the code of your phone instead of a password. A passkey cannot be guessed or stolen by a false
        page.
      </p>
      {add.isError && (
        <Banner tone="failure" title="No passkey was added">
          {passkeyProblem(add.error, 'Please try again.')}
        </Banner>
      )}
      <Loaded query={passkeys} loading="Loading passkeys..." rows={1} failed="Failed to load passkeys" action="view" thing="passkey">
        {(own) =>
          own.length > 0 && (
            <ul className={styles.rows}>
              {own.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} onRemove={setLeaving} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
      {leaving && <RemovePasskey passkey={leaving} onDone={add.reset} onClose={() => setLeaving(null)} />}
    </section>
  )
}
