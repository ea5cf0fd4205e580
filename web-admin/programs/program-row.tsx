import { CreditCard, Lock, Megaphone, Pencil, Upload, Users } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { formatMoneyShort } from '../../modules/kernel/money.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { useProgramStats } from '../domain/program/calls.ts'
import { ProgramBadge } from '../domain/program/program-badge.tsx'
import { attachObstacle, uploadObstacle } from '../domain/program/program-words.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { IconButton, PlainButton } from '../ui/button.tsx'
import { actions, num, sub } from '../ui/table.css.ts'
import { money, onPaperOnly, onScreen } from '../ui/text.css.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { ProgramLine } from './program-line.tsx'
import * as styles from './programs.css.ts'
import { StatsText } from './stats-text.tsx'
import { useWanted } from './use-wanted.ts'

export type ProgramProps = { program: Program; onAttach: () => void; onUpload: () => void; onCampaign: () => void }

export const ProgramRow = ({ program, onAttach, onUpload, onCampaign }: ProgramProps) => {
  const [, navigate] = useLocation()
  const { wanted, handlers } = useWanted<HTMLTableRowElement>()
  const stats = useProgramStats(program.id, wanted)
  const { id, name } = program
  const mayChange = useMayChange()
  const noAttach = attachObstacle(program)
  return (
    <tr {...handlers}>
      <td>
        <Tooltip rich content={<StatsText stats={stats} inTooltip />}>
          <Link href={`/assessments/${id}`} className={styles.rowName}>
            {name}
          </Link>
        </Tooltip>
        <span className={sub}>
          <ProgramLine program={program} />
        </span>
      </td>
      <td>
        <ProgramBadge status={program.campaignStatus} />
      </td>
      <td className={`${num} ${money}`}>
        {formatMoneyShort(program.amount)}
        <span className={sub}>{program.type || 'Not set'}</span>
      </td>
      <td>
        {program.paymentProfile ? (
          <span className={styles.attached}>
            <Lock />
            {program.paymentProfile.name}
          </span>
        ) : mayChange && noAttach === undefined ? (
          <>
            <PlainButton className={onScreen} aria-label={`Attach, ${name}`} onClick={onAttach}>
              Attach
            </PlainButton>
            <span className={onPaperOnly} data-said="Not set" />
          </>
        ) : (
          'Not set'
        )}
      </td>
      <td>
        <div className={actions}>
          <IconButton label="View Payors" aria-label={`View Payors, ${name}`} icon={Users} onClick={() => navigate(`/payors?assessment=${id}`)} />
          {mayChange && (
            <>
              <IconButton
                label="Edit Program"
                aria-label={`Edit Program, ${name}`}
                icon={Pencil}
                onClick={() => navigate(`/assessments/${id}/edit`)}
              />
              <IconButton
                label="Payment Profile"
                aria-label={`Payment Profile, ${name}`}
                icon={CreditCard}
                unavailable={noAttach}
                onClick={onAttach}
              />
              <IconButton
                label="Upload Members"
                aria-label={`Upload Members, ${name}`}
                icon={Upload}
                unavailable={uploadObstacle(program)}
                onClick={onUpload}
              />
            </>
          )}
          <IconButton label="Campaign" aria-label={`Campaign, ${name}`} icon={Megaphone} onClick={onCampaign} />
        </div>
      </td>
    </tr>
  )
}
