import type { UseQueryResult } from '@tanstack/react-query'
import { CreditCard, Lock, Megaphone, Pencil, Upload, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoneyExact, formatMoneyShort } from '../../modules/kernel/money.ts'
import type { Program, ProgramStats } from '../../modules/programs/contract.ts'
import { frequencyLabels } from '../../modules/programs/values.ts'
import { useProgramStats } from '../domain/program/calls.ts'
import { attachObstacle, ProgramBadge, uploadObstacle } from '../domain/program/program-words.tsx'
import { useMayChange } from '../domain/session/may-change.ts'
import { IconButton, PlainButton } from '../ui/button.tsx'
import { actions, num, sub } from '../ui/table.css.ts'
import { medium, money, nowrap, onPaperOnly, onScreen, secondary } from '../ui/text.css.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import * as styles from './programs.css.ts'

/** 'Yearly · due Mar 31, 2026', and the program's status if it has ended. */
export const ProgramLine = ({ program: { frequency, dueDate, status } }: { program: Program }) => (
  <>
    {`${frequencyLabels[frequency]} · `}
    <span className={nowrap}>{`due ${formatDay(dueDate)}`}</span>
    {(status === 'Completed' || status === 'Archived') && ` · ${status.toLowerCase()}`}
  </>
)

const isQuiet = ({ totalOwed, totalPaid, totalOverdue }: ProgramStats) => totalOwed === 0 && totalPaid === 0 && totalOverdue === 0

/** The paid, the open and the overdue amount, in this order; the overdue amount is part of the open one. */
const Meter = ({ totalOwed, totalPaid, totalOverdue }: ProgramStats) => (
  <span className={styles.meter} aria-hidden>
    <span className={styles.meterPaid} style={{ flexGrow: totalPaid }} />
    <span className={styles.meterOpen} style={{ flexGrow: Math.max(0, totalOwed - totalOverdue) }} />
    <span className={styles.meterOverdue} style={{ flexGrow: totalOverdue }} />
  </span>
)

type Props = { stats: Pick<UseQueryResult<ProgramStats>, 'data' | 'isError'>; inTooltip?: boolean }

/** The number of payors, and the amounts in short form. In a tooltip: exact amounts and a meter. */
export const StatsText = ({ stats: { data, isError }, inTooltip = false }: Props) => {
  const money = inTooltip ? formatMoneyExact : formatMoneyShort
  if (isError) return <span className={secondary}>The figures can’t be loaded now.</span>
  if (!data) return <span className={secondary}>Loading figures…</span>
  return (
    <>
      <span className={medium}>{`${data.count.toLocaleString('en-US')} user(s)`}</span>
      <br />
      <span className={secondary}>
        {isQuiet(data)
          ? 'No financial activity'
          : `${money(data.totalOwed)} owed • ${money(data.totalPaid)} paid • ${money(data.totalOverdue)} overdue`}
      </span>
      {inTooltip && !isQuiet(data) && <Meter {...data} />}
    </>
  )
}

/** Becomes true when the element is first visible, under the pointer or focused. Its data is only read from then on. */
export const useWanted = <Element extends HTMLElement>() => {
  const ref = useRef<Element>(null)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || wanted) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setWanted(true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [wanted])
  const want = () => setWanted(true)
  return { wanted, handlers: { ref, onMouseEnter: want, onFocus: want } }
}

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
