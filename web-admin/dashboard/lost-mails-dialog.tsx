import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Message } from '../../modules/messages/contract.ts'
import type { ListOf } from '../../modules/shared/api.ts'
import { get } from '../domain/api/client.ts'
import { MailBadge } from '../domain/mail/mail-badge.tsx'
import { classes } from '../ui/classes.ts'
import { rowLink } from '../ui/table.css.ts'
import * as text from '../ui/text.css.ts'
import { AttentionDialog } from './attention-dialog.tsx'
import * as styles from './dashboard.css.ts'

type Messages = ListOf<Message>

/** Mails that bounced or could not be sent: their addresses need a check. */
export const LostMailsDialog = ({ onClose }: { onClose: () => void }) => {
  const mails = useQuery({
    queryKey: ['messages', 'lost'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        (['Bounced', 'Failed'] as const).map((status) => get<Messages>('/messages', { query: { status, pageSize: 100 }, signal })),
      )
      return lists.flatMap(({ data }) => data)
    },
  })
  return (
    <AttentionDialog
      title="E-mails That Did Not Arrive"
      subject="Correct the address on the payor's page, then send the mail again from the program's."
      what="mails"
      list={mails}
      onClose={onClose}
    >
      {(lost) =>
        lost.map((mail) => (
          <li key={mail.id} className={styles.dialogRow}>
            <span>
              <Link href={`/members/${mail.payor.id}`} className={rowLink} onClick={onClose}>
                {mail.payor.name}
              </Link>
              <span className={classes(text.small, text.muted, text.block)}>
                {[mail.payor.email ?? 'No e-mail address', mail.error].filter(Boolean).join(' · ')}
              </span>
            </span>
            <MailBadge status={mail.status} />
          </li>
        ))
      }
    </AttentionDialog>
  )
}
