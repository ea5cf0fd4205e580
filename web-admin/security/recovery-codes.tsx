import { useProfile } from '../domain/session/calls.ts'
import { Button } from '../ui/button.tsx'
import { useCopy } from '../ui/code-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { onPaperOnly } from '../ui/text.css.ts'
import * as styles from './security.css.ts'

/** Shows the recovery codes once. */
export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const { state, copy } = useCopy()
  const email = useProfile().data?.email
  const text = codes.join('\n')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      held
      closeButton={false}
      title="Keep these recovery codes"
      subject="Without your phone or passkey, each of them signs you in once. They are not shown again: print them, or keep them where your passwords are."
      foot={
        <>
          <Button onClick={() => window.print()}>Print</Button>
          <Button onClick={() => void copy(text)}>{state === 'copied' ? 'Copied!' : 'Copy'}</Button>
          <Button variant="primary" onClick={onClose}>
            I Have Kept Them
          </Button>
        </>
      }
    >
      <p className={onPaperOnly}>
        For {email ?? 'your account'} at {window.location.host}
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
