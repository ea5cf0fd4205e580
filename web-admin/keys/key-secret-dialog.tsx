import { CodeBox, SecretDialog } from '../ui/code-box.tsx'
import { firstCall } from './key-words.tsx'
import * as styles from './keys.css.ts'

type Props = { name: string; secret: string; replaced: boolean; onClose: () => void }

/** Shows the secret once. */
export const KeySecretDialog = ({ name, secret, replaced, onClose }: Props) => (
  <SecretDialog
    onClose={onClose}
    title={replaced ? `The new key of ${name}` : `The key of ${name}`}
    subject={`It is not shown again: enter it in the software now, or store it with your passwords.${replaced ? ' The previous key works for 24 more hours.' : ''}`}
  >
    <div className={styles.form}>
      <CodeBox label="API key" text={secret} copyLabel="Copy the Key" />
      <CodeBox label="A first call, in a terminal" text={firstCall(location.origin, secret)} copyLabel="Copy the Call" />
    </div>
  </SecretDialog>
)
