import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Message } from '../../../modules/messages/contract.ts'
import { purposeLabels } from '../../../modules/messages/values.ts'
import { messageOr } from '../../domain/api/error-message.ts'
import { Loaded } from '../../domain/api/loaded.tsx'
import { formatMinute } from '../../domain/campaign/campaign-words.ts'
import { MailBadge } from '../../domain/mail/mail-badge.tsx'
import { useMayChange } from '../../domain/session/may-change.ts'
import { IconButton } from '../../ui/button.tsx'
import { ListRow } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { tabled } from '../../ui/media.ts'
import { Paged } from '../../ui/paged.tsx'
import { actions, sub } from '../../ui/table.css.ts'
import { ActionsTh, Table, Th } from '../../ui/table.tsx'
import { muted, nowrap, secondary, sectionHead, small } from '../../ui/text.css.ts'
import { useToast } from '../../ui/toast.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useMails, useRetryMail } from './calls.ts'
import * as styles from './campaigns.css.ts'

type Props = { mails: Message[]; mayRetry: boolean }

const canRetry = ({ status }: Message) => status === 'Failed' || status === 'Bounced'

const Retry = ({ mail }: { mail: Message }) => {
  const retry = useRetryMail()
  const toast = useToast()
  if (!canRetry(mail)) return null
  return (
    <IconButton
      label="Send again"
      aria-label={`Send again, ${mail.payor.name}`}
      icon={RotateCcw}
      disabled={retry.isPending}
      onClick={() =>
        retry.mutate(mail.id, {
          onSuccess: ({ message }) => toast(message),
          onError: (error) => toast(messageOr(error, 'The mail could not be sent. Please try again.'), { tone: 'failure' }),
        })
      }
    />
  )
}

const MailTable = ({ mails, mayRetry }: Props) => (
  <Table
    caption="Mails"
    head={
      <>
        <Th>Payor</Th>
        <Th>Mail</Th>
        <Th>Status</Th>
        <Th>Sent</Th>
        {mayRetry && <ActionsTh />}
      </>
    }
  >
    {mails.map((mail) => (
      <tr key={mail.id}>
        <td>
          <Link href={`/members/${mail.payor.id}`}>{mail.payor.name}</Link>
          <span className={sub}>{mail.payor.email ?? 'No e-mail address'}</span>
        </td>
        <td className={secondary}>{purposeLabels[mail.purpose]}</td>
        <td>
          <MailBadge status={mail.status} />
          {mail.error !== null && <span className={sub}>{mail.error}</span>}
        </td>
        <td className={classes(secondary, nowrap)}>{mail.sentAt === null ? '–' : formatMinute(mail.sentAt)}</td>
        {mayRetry && (
          <td>
            <div className={actions}>
              <Retry mail={mail} />
            </div>
          </td>
        )}
      </tr>
    ))}
  </Table>
)

const MailRows = ({ mails, mayRetry }: Props) => (
  <ul>
    {mails.map((mail) => (
      <ListRow
        key={mail.id}
        main={
          <>
            <Link href={`/members/${mail.payor.id}`} className={styles.name}>
              {mail.payor.name}
            </Link>
            <span className={classes(small, muted)}>{mail.payor.email ?? 'No e-mail address'}</span>
          </>
        }
        side={<span className={classes(small, muted)}>{purposeLabels[mail.purpose]}</span>}
        meta={
          <>
            <MailBadge status={mail.status} />
            <span className={classes(small, muted)}>{mail.error ?? (mail.sentAt === null ? '' : formatMinute(mail.sentAt))}</span>
          </>
        }
        menu={mayRetry && <Retry mail={mail} />}
      />
    ))}
  </ul>
)

/** The mails about a program's bills with their delivery status (R90); renders nothing before the first mail. */
export const MailsSection = ({ programId }: { programId: string }) => {
  const [page, setPage] = useState(1)
  const mails = useMails(programId, page)
  const mayChange = useMayChange()
  const large = useMedia(tabled)
  if (mails.data?.pagination.totalItems === 0) return null
  const Rows = large ? MailTable : MailRows
  return (
    <section className={styles.section} aria-labelledby="program-mails">
      <div className={sectionHead}>
        <h2 id="program-mails">Mails</h2>
      </div>
      <Loaded query={mails} loading="Loading mails..." rows={3} quiet failed="Failed to load mails" action="load" thing="message">
        {(list) => (
          <Paged list={list} onPage={setPage} of="mails" empty={null}>
            {(rows) => <Rows mails={rows} mayRetry={mayChange && rows.some(canRetry)} />}
          </Paged>
        )}
      </Loaded>
    </section>
  )
}
