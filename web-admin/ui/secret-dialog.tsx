import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = { title: string; subject: string; onClose: () => void; children: ReactNode }

/** Shows a secret once. Only its button closes it, so that the secret is not lost by accident. */
export const SecretDialog = ({ title, subject, onClose, children }: Props) => (
  <Dialog
    open
    onOpenChange={onClose}
    held
    closeButton={false}
    title={title}
    subject={subject}
    foot={
      <Button variant="primary" onClick={onClose}>
        I Have Kept It
      </Button>
    }
  >
    {children}
  </Dialog>
)
