import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = { title: string; subject: string; onClose: () => void; children: ReactNode }

/** A secret that is shown once: neither a key nor a press beside it closes the dialog, only the button that says that it was kept. */
export const SecretDialog = ({ title, subject, onClose, children }: Props) => (
  <Dialog
    open
    onOpenChange={onClose}
    held
    closeButton={false}
    title={title}
    subject={subject}
    foot={
      <Button look="primary" onClick={onClose}>
        I Have Kept It
      </Button>
    }
  >
    {children}
  </Dialog>
)
