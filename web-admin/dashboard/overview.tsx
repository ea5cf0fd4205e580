import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { formatMoney, formatMoneyShort } from '../../modules/kernel/money.ts'
import type { PaymentsReport } from '../../modules/payments/contract.ts'
import { PlainButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { num } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import * as text from '../ui/text.css.ts'
import { Chart, type Point } from './chart.tsx'
import * as styles from './dashboard.css.ts'

/** The chart in one sentence, for who can't see it. */
export const sentence = (points: Point[]): string => {
  const past = points.slice(0, -1)
  const now = points.at(-1)
  const first = points[0]
  if (!first || !now || past.length === 0) return ''
  const least = past.reduce((low, point) => (point.value < low.value ? point : low))
  const most = past.reduce((high, point) => (point.value > high.value ? point : high))
  const said = ({ label, value }: Point) => `${formatMoneyShort(value)} in ${label}`
  return `Payments by month, ${first.label} to ${now.label}: least ${said(least)}, most ${said(most)}, ${formatMoneyShort(now.value)} so far in ${now.label}.`
}

export const Overview = ({ report }: { report: PaymentsReport }) => {
  const [asTable, setAsTable] = useState(false)
  const data = report.datasets[0]?.data ?? []
  const points = report.labels.map((label, index) => ({ label, value: data[index] ?? 0 }))
  const some = points.some(({ value }) => value > 0)
  return (
    <section className={styles.overview} aria-labelledby="overview">
      <div className={text.sectionHead}>
        <h2 id="overview">Payments Overview</h2>
        {some && (
          <PlainButton className={text.small} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </PlainButton>
        )}
      </div>
      {!some && (
        <EmptyState level={3} icon={ChartColumn} title="No payment data available">
          Payment trends will appear here once payments are recorded
        </EmptyState>
      )}
      {some && !asTable && (
        <>
          <p className={text.hidden}>{sentence(points)}</p>
          <Chart points={points} />
        </>
      )}
      {some && asTable && (
        <Table
          caption="Payments by month"
          head={
            <>
              <Th>Month</Th>
              <Th num>Payments</Th>
            </>
          }
        >
          {points.map(({ label, value }) => (
            <tr key={label}>
              <td>{label}</td>
              <td className={num}>{formatMoney(value)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
