import { CircleCheck, CircleDashed, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Readiness, ReadinessItem } from '../../../modules/campaigns/contract.ts'
import type { Program } from '../../../modules/programs/contract.ts'
import { count, itemLabels, items } from '../../domain/campaign/campaign-words.ts'
import { wayBackTo } from '../../domain/profile/profiles.ts'
import { useProgramStats } from '../../domain/program/calls.ts'
import { uploadObstacle } from '../../domain/program/program-words.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { block, medium, muted, paid, sectionHead, small } from '../../ui/text.css.ts'
import * as styles from './campaigns.css.ts'

type Props = { program: Program; readiness: Readiness; mayChange: boolean; onAttach: () => void; onUpload: () => void }

const words: Record<ReadinessItem, { ready: string; pending: string }> = {
  paymentProfileSetup: { ready: 'The network can be paid', pending: 'Pending: no profile with a usable method' },
  paymentProfileAttach: { ready: 'Attached', pending: 'Pending: no payment profile attached' },
  memberUpload: { ready: 'Members are billed', pending: 'Pending: nobody to bill yet' },
}

/** The requirements of a launch; pending ones link to their setup (R56). */
export const ReadinessList = ({ program, readiness, mayChange, onAttach, onUpload }: Props) => {
  const stats = useProgramStats(program.id, true)
  const billed = stats.data && count(stats.data.count, 'payor has a bill', 'payors have a bill')
  const ready: Partial<Record<ReadinessItem, string | undefined>> = { paymentProfileAttach: program.paymentProfile?.name, memberUpload: billed }
  const ways: Record<ReadinessItem, ReactNode> = {
    paymentProfileSetup: (
      <ButtonLink
        href="/settings/payments"
        state={wayBackTo(`/assessments/${program.id}?do=campaign`)}
        label={`Setup, ${itemLabels.paymentProfileSetup}`}
      >
        Setup
      </ButtonLink>
    ),
    paymentProfileAttach: (
      <Button aria-label={`Attach, ${itemLabels.paymentProfileAttach}`} onClick={onAttach}>
        Attach
      </Button>
    ),
    memberUpload: (
      <Button aria-label={`Upload, ${itemLabels.memberUpload}`} icon={Upload} unavailable={uploadObstacle(program)} onClick={onUpload}>
        Upload
      </Button>
    ),
  }
  const done = items.filter((name) => readiness[name].status === 'ready').length
  return (
    <section aria-labelledby="launch-readiness">
      <div className={sectionHead}>
        <h3 id="launch-readiness">Launch readiness</h3>
        <span className={classes(small, muted)}>{`${done} of ${items.length} ready`}</span>
      </div>
      <ul className={styles.items}>
        {items.map((name) => {
          const isReady = readiness[name].status === 'ready'
          const obstacle = name === 'memberUpload' && !isReady ? uploadObstacle(program) : undefined
          const line = isReady ? (ready[name] ?? words[name].ready) : obstacle === undefined ? words[name].pending : `Pending: ${obstacle}`
          return (
            <li key={name} className={styles.item}>
              {isReady ? <CircleCheck className={paid} /> : <CircleDashed className={muted} />}
              <div className={styles.itemWords}>
                <span className={classes(block, medium)}>{itemLabels[name]}</span>
                <span className={classes(small, muted)}>{line}</span>
              </div>
              {isReady ? (
                <span className={classes(small, medium, paid)}>Ready</span>
              ) : mayChange ? (
                ways[name]
              ) : (
                <span className={small}>Pending</span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
