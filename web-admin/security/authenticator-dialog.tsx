import { type FormEvent, useEffect, useId, useState } from 'react'
import { renderSVG } from 'uqr'
import { errorMessage, messageOr } from '../domain/api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { stack } from '../ui/text.css.ts'
import { useBeginAuthenticator, useConfirmAuthenticator } from './calls.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import * as styles from './security.css.ts'

const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Sets up an authenticator app: its QR code, a first code to confirm, then the recovery codes. */
export const AuthenticatorDialog = ({ onClose }: { onClose: () => void }) => {
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
          <Button look="primary" type="submit" form={form} disabled={!begin.data} busy={confirm.isPending} busyText="Confirming...">
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
