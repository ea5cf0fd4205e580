import type { InstallationHealth } from '../../modules/operations/contract.ts'
import { formatMinute } from '../domain/campaign/campaign-words.ts'
import { Card, Cards } from '../ui/card.tsx'
import { sizeWords } from '../ui/size-words.ts'
import { hidden } from '../ui/text.css.ts'
import * as styles from './operations.css.ts'
import { agoWords, freeFacts, oldestWords } from './operations-words.ts'

const grouped = (number: number): string => number.toLocaleString('en-US')

/** The queue, the mails, the webhooks, the disks and the backups, in figures. */
export const Figures = ({ health: { at, jobs, mail, deliveries, storage, backup } }: { health: InstallationHealth }) => (
  <section aria-labelledby="figures" className={styles.section}>
    <h2 id="figures" className={hidden}>
      Figures
    </h2>
    <Cards>
      <Card
        title="Jobs"
        facts={[
          ['Waiting', grouped(jobs.waiting)],
          ['Will be tried again', grouped(jobs.retrying)],
          ['Due for longest', oldestWords(jobs.oldestDue)],
          ['Running for longest', oldestWords(jobs.oldestRunning)],
        ]}
      />
      <Card
        title="Mail to payors"
        facts={[
          ['Waiting', grouped(mail.waiting)],
          ['Failed in 24 hours', grouped(mail.failed)],
          ['Waiting for longest', oldestWords(mail.oldestWaiting)],
          ['Last sent', mail.lastSentAt === null ? 'None yet' : agoWords(mail.lastSentAt, at)],
        ]}
      />
      <Card
        title="Webhooks"
        facts={[
          ['Deliveries due', grouped(deliveries.due)],
          ['Due for longest', oldestWords(deliveries.oldestDue)],
        ]}
      />
      <Card
        title="Storage"
        facts={[
          ...freeFacts(storage),
          ['Database', sizeWords(storage.databaseBytes)],
          ['Log', storage.logBytes === null ? 'In EventStoreDB' : sizeWords(storage.logBytes)],
        ]}
      />
      <Card
        title="Last backup"
        facts={
          backup === null
            ? [['Made', 'None yet']]
            : [
                ['Made', agoWords(backup.madeAt, at)],
                ['Size', sizeWords(backup.bytes)],
                ['Key', backup.ofEarlierKey ? 'Of before the change' : 'The present one'],
              ]
        }
        {...(backup !== null && { note: `As everything stood on ${formatMinute(backup.madeAt)}.` })}
      />
    </Cards>
  </section>
)
