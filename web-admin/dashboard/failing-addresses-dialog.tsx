import { Link } from 'wouter'
import { failingSince, useFailingAddresses } from '../domain/mail/failing.ts'
import { classes } from '../ui/classes.ts'
import { rowLink } from '../ui/table.css.ts'
import * as text from '../ui/text.css.ts'
import { AttentionDialog } from './attention-dialog.tsx'
import * as styles from './dashboard.css.ts'

/**
 * Payors with a failing address: no mail is sent there until an admin corrects or reactivates it on the payor's page.
 */
export const FailingAddressesDialog = ({ onClose }: { onClose: () => void }) => {
  const failing = useFailingAddresses()
  return (
    <AttentionDialog
      title="Failing Addresses"
      subject="Mail to these addresses has stopped. Correct the address on the payor's page, or resume mail to it."
      what="addresses"
      list={failing}
      onClose={onClose}
    >
      {(all) =>
        all.map((one) => (
          <li key={one.payor.id} className={styles.dialogRow}>
            <span>
              <Link href={`/members/${one.payor.id}`} className={rowLink} onClick={onClose}>
                {one.payor.name}
              </Link>
              <span className={classes(text.small, text.muted, text.block)}>{`${one.payor.email} · ${failingSince(one)}`}</span>
            </span>
          </li>
        ))
      }
    </AttentionDialog>
  )
}
