import { useState } from 'react'
import { LAUNCH_IN_THE_FUTURE } from '../../../modules/campaigns/values.ts'
import type { Program } from '../../../modules/programs/contract.ts'
import { messageOr } from '../../domain/api/error-message.ts'
import { now } from '../../domain/api/network-clock.ts'
import { formatMinute, localMinute, nextHour } from '../../domain/campaign/campaign-words.ts'
import { zoneWords } from '../../domain/network/network-words.ts'
import { useChangeCampaign } from '../../domain/program/calls.ts'
import { Banner } from '../../ui/banner.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import * as styles from './campaigns.css.ts'

/** Schedules the launch for a minute in the reader's zone. */
export const LaunchLaterDialog = ({ program, onClose }: { program: Program; onClose: () => void }) => {
  const change = useChangeCampaign(program.id)
  const toast = useToast()
  const [at, setAt] = useState(() => (program.launchAt === null ? nextHour(new Date(now())) : localMinute(new Date(program.launchAt))))
  const [problem, setProblem] = useState<string>()
  const refused = change.isError ? messageOr(change.error, 'Failed to update campaign status') : null
  const save = () => {
    const launchAt = new Date(at)
    if (!(launchAt.getTime() > Date.parse(now()))) return setProblem(LAUNCH_IN_THE_FUTURE)
    setProblem(undefined)
    change.mutate(
      { status: 'Scheduled', launchAt: launchAt.toISOString() },
      {
        onSuccess: () => {
          toast(`${program.name} launches on ${formatMinute(launchAt.toISOString())}`)
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Launch Later"
      subject={program.name}
      action="Schedule Launch"
      busy={change.isPending}
      busyText="Scheduling..."
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {refused !== null && refused !== LAUNCH_IN_THE_FUTURE && <Banner tone="failure">{refused}</Banner>}
      <TextField
        label="Launch on"
        type="datetime-local"
        value={at}
        onChange={(event) => setAt(event.target.value)}
        hint={`In your own time zone, ${zoneWords(Intl.DateTimeFormat().resolvedOptions().timeZone)}. It launches only if everything is still ready then.`}
        problem={problem ?? (refused === LAUNCH_IN_THE_FUTURE ? refused : undefined)}
      />
    </FormDialog>
  )
}
