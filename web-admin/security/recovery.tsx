import { useState } from 'react'
import { messageOr } from '../domain/api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { sectionHead } from '../ui/text.css.ts'
import { useAuthenticator, useNewRecoveryCodes, usePasskeys } from './calls.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import * as styles from './security.css.ts'

/** Codes for the day on which the phone or the passkey is lost. */
export const Recovery = () => {
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
