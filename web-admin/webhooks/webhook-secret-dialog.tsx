import { EARLIER_SECRET_HOURS } from '../../modules/webhooks/values.ts'
import { CodeBox } from '../ui/code-box.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import * as styles from './webhooks.css.ts'

type Props = { name: string; secret: string; replaced: boolean; onClose: () => void }

/** Shows once the secret by which the receiver verifies signatures. */
export const WebhookSecretDialog = ({ name, secret, replaced, onClose }: Props) => (
  <SecretDialog
    onClose={onClose}
    title={replaced ? `The new secret of ${name}` : `The secret of ${name}`}
    subject={`It is not shown again: put it into the software now, which checks by it that what it gets comes from here.${
      replaced ? ` The previous one also signs for ${EARLIER_SECRET_HOURS} more hours.` : ''
    }`}
  >
    <div className={styles.form}>
      <CodeBox label="Webhook secret" text={secret} copyLabel="Copy the Secret" />
    </div>
  </SecretDialog>
)
