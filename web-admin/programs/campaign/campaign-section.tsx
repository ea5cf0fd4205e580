import { Megaphone, Printer } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Program } from '../../../modules/programs/contract.ts'
import { count, formatMinute } from '../../domain/campaign/campaign-words.ts'
import { useCampaignStats } from '../../domain/program/calls.ts'
import { ProgramBadge } from '../../domain/program/program-words.tsx'
import { useMayChange } from '../../domain/session/may-change.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { muted, sectionHead, small } from '../../ui/text.css.ts'
import { useWithoutEmail } from './calls.ts'
import * as styles from './campaigns.css.ts'
import { RunsList } from './runs-list.tsx'
import { Sending } from './sending.tsx'

const FailingAddresses = lazy(async () => ({ default: (await import('../../domain/mail/failing-of-program.tsx')).FailingAddressesOfProgram }))

/** The number of open bills whose payors cannot be reached by mail, and a link to print these bills. */
const WithoutEmail = ({ programId }: { programId: string }) => {
  const bills = useWithoutEmail(programId, 1).data?.pagination.totalItems ?? 0
  if (bills === 0) return null
  return (
    <div className={styles.unreachable}>
      <p>{`${count(bills, 'open bill belongs to a payor', 'open bills belong to payors')} without a working e-mail address.`}</p>
      <ButtonLink icon={Printer} href={`/assessments/${programId}/print`} leaves="new-tab">
        Print Bills
      </ButtonLink>
    </div>
  )
}

type SectionProps = { program: Program; isNext: boolean; onManage: () => void }

/** The campaign on a program's page: its state, the current run and earlier runs. */
export const CampaignSection = ({ program, isNext, onManage }: SectionProps) => {
  const mayChange = useMayChange()
  const { data: stats } = useCampaignStats(program.id, program.campaignStatus)
  return (
    <section className={styles.section} aria-labelledby="program-campaign">
      <div className={sectionHead}>
        <h2 id="program-campaign" className={styles.subject}>
          Campaign
          <ProgramBadge status={program.campaignStatus} />
        </h2>
        <Button variant={isNext ? 'primary' : 'default'} icon={Megaphone} onClick={onManage}>
          {mayChange ? 'Manage Campaign' : 'View Campaign'}
        </Button>
      </div>
      {program.campaignStatus === 'Scheduled' && program.launchAt !== null && program.status !== 'Archived' && (
        <p className={classes(small, muted)}>
          {program.status === 'Completed' ? 'Launches once the program is active again.' : `Launches on ${formatMinute(program.launchAt)}.`}
        </p>
      )}
      {stats?.status === 'InProgress' && program.campaignStatus === 'Active' && <Sending stats={stats} />}
      <RunsList programId={program.id} />
      <WithoutEmail programId={program.id} />
      <Suspense fallback={null}>
        <FailingAddresses programId={program.id} />
      </Suspense>
    </section>
  )
}
