import type { UseQueryResult } from '@tanstack/react-query'
import { formatMoneyExact, formatMoneyShort } from '../../modules/kernel/money.ts'
import type { ProgramStats } from '../../modules/programs/contract.ts'
import { medium, secondary } from '../ui/text.css.ts'
import * as styles from './programs.css.ts'

const isQuiet = ({ totalOwed, totalPaid, totalOverdue }: ProgramStats) => totalOwed === 0 && totalPaid === 0 && totalOverdue === 0

/** Paid, open and overdue, in this order; overdue is part of the open amount. */
const Meter = ({ totalOwed, totalPaid, totalOverdue }: ProgramStats) => (
  <span className={styles.meter} aria-hidden>
    <span className={styles.meterPaid} style={{ flexGrow: totalPaid }} />
    <span className={styles.meterOpen} style={{ flexGrow: Math.max(0, totalOwed - totalOverdue) }} />
    <span className={styles.meterOverdue} style={{ flexGrow: totalOverdue }} />
  </span>
)

type Props = { stats: Pick<UseQueryResult<ProgramStats>, 'data' | 'isError'>; inTooltip?: boolean }

/** The number of payors, then the money. A tooltip has exact amounts and a meter. */
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
