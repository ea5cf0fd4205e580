import type { Member } from '../../../modules/payors/contract.ts'
import { HeldDataButtons } from '../../domain/payor/held-data.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import * as styles from './members.css.ts'

/** Exports the data held about a payor, to be given to them. */
export const HeldDataDialog = ({ member, onClose }: { member: Pick<Member, 'id' | 'name'>; onClose: () => void }) => (
  <Dialog open onOpenChange={onClose} title="Download Their Data" subject={member.name}>
    <div className={styles.form}>
      <p>Their details, bills, payments and mails, and the history of all changes: a table for a person to read, or JSON for a computer.</p>
      <HeldDataButtons from={`/members/${member.id}/data`} />
    </div>
  </Dialog>
)
