import { messageOr } from '../domain/api/error-message.ts'
import { AskReason } from '../ui/ask-reason.tsx'

type Props = {
  /** '3 payments, $300.00' */
  subject: string
  busy: boolean
  error: Error | null
  onRefuse: (reason: string) => void
  onClose: () => void
}

/** What was ticked has not come: one reason for all, which each payor reads. */
export const NotReceivedDialog = ({ subject, busy, error, onRefuse, onClose }: Props) => (
  <AskReason
    title="Not Received"
    subject={subject}
    action="Not Received"
    look="primary"
    busy={busy}
    busyText="Saving..."
    failure={error && messageOr(error, 'The payments could not be noted as not received. Please try again.')}
    hint="Each payor reads it in the mail."
    onReason={onRefuse}
    onClose={onClose}
  >
    The bills go back to their former status, and each payor is told by mail.
  </AskReason>
)
