import { CodeBox } from '../embed/code-box.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { firstCall } from './key-words.ts'
import * as styles from './keys.css.ts'

type Props = { name: string; secret: string; replaced: boolean; onClose: () => void }

/** Shown once: what software sends with its requests. */
export const KeySecretDialog = ({ name, secret, replaced, onClose }: Props) => (
  <Dialog
    open
    onOpenChange={onClose}
    held
    closeButton={false}
    title={replaced ? `The new key of ${name}` : `The key of ${name}`}
    subject={`It is not shown again: put it into the software now, or where your passwords are.${replaced ? ' The one before works for 24 more hours.' : ''}`}
    foot={
      <Button look="primary" onClick={onClose}>
        I Have Kept It
      </Button>
    }
  >
    <div className={styles.form}>
      <CodeBox label="API key" text={secret} copyLabel="Copy the Key" />
      <CodeBox label="A first call, in a terminal" text={firstCall(location.origin, secret)} copyLabel="Copy the Call" />
    </div>
  </Dialog>
)
