import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { remove } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { HeldDataButtons } from '../domain/payor/held-data.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { muted } from '../ui/text.css.ts'
import * as styles from './settings.css.ts'

/** Exports the data that networks hold about the signed-in person. */
export const OwnData = () => (
  <section className={styles.beneath} aria-labelledby="own-data">
    <h3 id="own-data" className={styles.providerName}>
      Download my data
    </h3>
    <p className={muted}>
      The data that every network that bills you holds about you: your details, bills, payments and mails. It is found by your confirmed e-mail
      address.
    </p>
    <div className={styles.formFoot}>
      <HeldDataButtons from="/my/data" />
    </div>
  </section>
)

/** Deletes the user's own account after a confirmation, and signs out. */
export const DeleteAccount = () => {
  const [asking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => remove('/profile'),
    onSuccess: () => window.location.assign(`/login?${new URLSearchParams({ message: 'Your account is deleted.' })}`),
  })
  return (
    <section className={styles.beneath} aria-labelledby="delete-account">
      <h3 id="delete-account" className={styles.providerName}>
        Delete your account
      </h3>
      <p className={muted}>
        You lose access to every network immediately. This cannot be undone. Bills and payments stay in the books of the networks.
      </p>
      <div className={styles.formFoot}>
        <Button onClick={() => setAsking(true)}>Delete Account</Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete your account?"
        action="Delete Account"
        busyText="Deleting..."
        busy={end.isPending || end.isSuccess}
        danger
        problem={end.isError ? messageOr(end.error, 'Your account could not be deleted. Please try again.') : null}
        onConfirm={() => end.mutate()}
      >
        You are signed out everywhere, lose access to every network, and cannot sign in again. This cannot be undone.
      </ConfirmDialog>
    </section>
  )
}
