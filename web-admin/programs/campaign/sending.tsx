import { useState } from 'react'
import type { CampaignStats } from '../../../modules/campaigns/contract.ts'
import { type Sighting, timeLeft } from '../../domain/campaign/campaign-words.ts'
import { Progress } from '../../ui/progress.tsx'

const figure = (number: number) => number.toLocaleString('en-US')

/** The progress of the run, and the time left, estimated from the progress since this page was opened. */
export const Sending = ({ stats }: { stats: CampaignStats }) => {
  const [first] = useState<Sighting>(() => ({ at: performance.now(), processed: stats.processedCount }))
  const left = timeLeft(stats, first, performance.now())
  return (
    <Progress
      label="Sending bills"
      value={stats.processedCount}
      max={Math.max(stats.totalCount, 1)}
      detail={`${figure(stats.processedCount)} of ${figure(stats.totalCount)}${left === null ? '' : ` · ${left}`}`}
    />
  )
}
