import { MonitorSmartphone } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { renderSVG } from 'uqr'
import type { OpenSession } from '../../modules/identity/contract.ts'
import { errorMessage, messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { formatDayHere } from '../ui/days.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { focusToReturn } from '../ui/return-focus.ts'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { muted, sectionHead, small, stack } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import {
  useAuthenticator,
  useBeginAuthenticator,
  useConfirmAuthenticator,
  useEndSession,
  useNewRecoveryCodes,
  usePasskeys,
  useRemoveAuthenticator,
  useSessions,
} from './calls.ts'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import * as styles from './security.css.ts'

const timeHere = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const momentHere = (moment: string): string => `${formatDayHere(moment)}, ${timeHere.format(new Date(moment))}`

const Row = ({ session, onEnd }: { session: OpenSession; onEnd: (session: OpenSession) => void }) => {
  const { device, createdAt, lastSeenAt, current } = session
  return (
    <li className={styles.row}>
      <MonitorSmartphone aria-hidden />
      <div>
        <h3 className={styles.name}>
          {device} {current && <span className={styles.here}>This one</span>}
        </h3>
        <p className={`${small} ${muted}`}>
          Signed in on {formatDayHere(createdAt)} · last used {current ? 'now' : momentHere(lastSeenAt)}
        </p>
      </div>
      {!current && (
        <Button aria-label={`Sign Out, ${device}, signed in on ${formatDayHere(createdAt)}`} onClick={() => onEnd(session)}>
          Sign Out
        </Button>
      )}
    </li>
  )
}

const EndOthers = ({ onClose }: { onClose: () => void }) => (
  <ConfirmCall
    call={useEndSession()}
    input={null}
    title="Sign out everywhere else?"
    action="Sign Out"
    busyText="Signing out..."
    done="You are signed in only here"
    failed={(error) => messageOr(error, 'The sessions could not be ended. Please try again.')}
    onClose={onClose}
  >
    You stay signed in here. If someone else was signed in as you, change your password as well.
  </ConfirmCall>
)

/** The user's sessions, each with a button to end it. */
const Sessions = () => {
  const sessions = useSessions()
  const end = useEndSession()
  const toast = useToast()
  const [leaving, setLeaving] = useState(false)
  const endOne = ({ id, device }: OpenSession) => {
    const giveBack = focusToReturn()
    end.mutate(id, {
      onSuccess: () => {
        toast(`${device} is signed out`)
        giveBack()
      },
      onError: (error) => toast(messageOr(error, 'The session could not be ended. Please try again.'), { tone: 'failure' }),
    })
  }
  const others = sessions.data?.filter(({ current }) => !current) ?? []
  return (
    <section aria-labelledby="sessions">
      <div className={sectionHead}>
        <h2 id="sessions">Where you are signed in</h2>
        {others.length > 0 && <Button onClick={() => setLeaving(true)}>Sign Out Elsewhere</Button>}
      </div>
      <Loaded query={sessions} loading="Loading sessions..." rows={2} failed="Failed to load sessions" action="view" thing="session">
        {(open) => (
          <ul className={styles.rows}>
            {open.map((session) => (
              <Row key={session.id} session={session} onEnd={endOne} />
            ))}
          </ul>
        )}
      </Loaded>
      {leaving && <EndOthers onClose={() => setLeaving(false)} />}
    </section>
  )
}

const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Sets up an authenticator app: shows a QR code, confirms a first code, then shows the recovery codes. */
const AuthenticatorDialog = ({ onClose }: { onClose: () => void }) => {
  const form = useId()
  const begin = useBeginAuthenticator()
  const confirm = useConfirmAuthenticator()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const { mutate } = begin
  useEffect(() => mutate(), [mutate])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() !== '') confirm.mutate(code)
  }
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />
  const problem = missing ? 'Enter the code that the app shows' : confirm.isError ? errorMessage(confirm.error, 'update', 'account') : undefined
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set Up an Authenticator App"
      subject="Any app for one-time codes will do: Google Authenticator, Microsoft Authenticator, 1Password and others."
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} disabled={!begin.data} busy={confirm.isPending} busyText="Confirming...">
            Confirm
          </Button>
        </>
      }
    >
      {begin.isPending && (
        <Loading text="Preparing a code...">
          <BoneRows rows={3} />
        </Loading>
      )}
      {begin.isError && <Banner tone="failure">{messageOr(begin.error, 'It could not be set up. Please try again.')}</Banner>}
      {begin.data && (
        <form id={form} className={stack} onSubmit={submit} noValidate>
          <p>1. Scan this with the app, or type the key into it.</p>
          <QrCode svg={renderSVG(begin.data.uri, { border: 2 })} label="QR code for your authenticator app" className={styles.qr} />
          <p className={styles.secret}>{grouped(begin.data.secret)}</p>
          <TextField
            label="2. Enter the code of six digits that the app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            problem={problem}
            onChange={(event) => setCode(event.target.value)}
          />
        </form>
      )}
    </Dialog>
  )
}

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

const Authenticator = () => {
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
              ? `After your password, sign-in asks for a code of the app. ${leftOver(recoveryCodes)}`
              : 'Require a code that changes every 30 seconds after your password, so that a stolen password is not enough.'}
          </p>
        )}
      </Loaded>
      {asked === 'setup' && <AuthenticatorDialog onClose={() => setAsked(null)} />}
      {asked === 'removal' && <RemoveAuthenticator onClose={() => setAsked(null)} />}
    </section>
  )
}

const Recovery = () => {
  const state = useAuthenticator()
  const passkeys = usePasskeys()
  const renew = useNewRecoveryCodes()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (!state.data?.on && !passkeys.data?.length) return null
  return (
    <section aria-labelledby="recovery">
      <div className={sectionHead}>
        <h2 id="recovery">Recovery codes</h2>
        <Button
          busy={renew.isPending}
          busyText="Making..."
          onClick={() => renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) })}
        >
          Make New Codes
        </Button>
      </div>
      <p className={styles.about}>
        {`Each works once, in place of a passkey or the app. Unused: ${state.data?.recoveryCodes ?? 0}. New codes replace the old ones.`}
      </p>
      {renew.isError && <Banner tone="failure">{messageOr(renew.error, 'No codes were made. Please try again.')}</Banner>}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </section>
  )
}

export const Security = () => (
  <div className={styles.parts}>
    <Authenticator />
    <Passkeys />
    <Recovery />
    <Sessions />
  </div>
)
