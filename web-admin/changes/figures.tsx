import { formatMoney, toDollars } from '../../modules/kernel/money.ts'
import type { DashboardSummary } from '../../modules/payments/contract.ts'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { from as wider } from '../ui/media.ts'
import { num } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import { medium, money, muted, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'

const counted = (number: number): string => number.toLocaleString('en-US').replace('-', '−')
const rows: readonly [keyof DashboardSummary, string, (value: number) => string][] = [
  ['totalAssessed', 'Total Assessed', formatMoney],
  ['totalCollected', 'Total Collected', formatMoney],
  ['totalOutstanding', 'Total Outstanding', formatMoney],
  ['unappliedCredit', 'Unapplied Credit', formatMoney],
  ['membersPastDue', 'Members Past Due', counted],
]

/** Without the errors of binary fractions. */
const difference = (before: number, after: number): number => toDollars(Math.round(after * 100) - Math.round(before * 100))

type Props = { summary: { before: DashboardSummary; after: DashboardSummary }; from: string; to: string }

/** The dashboard's figures on two days, and by how much they differ. */
export const Figures = ({ summary: { before, after }, from, to }: Props) => {
  const roomy = useMedia(wider.small)
  const figures = rows.map(([name, label, say]) => {
    const by = difference(before[name], after[name])
    return {
      name,
      label,
      was: say(before[name]),
      is: say(after[name]),
      by: <span className={classes(money, by === 0 ? muted : medium)}>{by === 0 ? 'none' : `${by > 0 ? '+' : ''}${say(by)}`}</span>,
    }
  })
  if (!roomy)
    return (
      <ul>
        {figures.map(({ name, label, was, is, by }) => (
          <ListRow
            key={name}
            main={<span className={medium}>{label}</span>}
            side={by}
            meta={<span className={classes(small, muted)}>{`${was} → ${is}`}</span>}
          />
        ))}
      </ul>
    )
  return (
    <Table
      caption="Figures"
      head={
        <>
          <Th>Figure</Th>
          <Th num>{from}</Th>
          <Th num>{to}</Th>
          <Th num>Difference</Th>
        </>
      }
    >
      {figures.map(({ name, label, was, is, by }) => (
        <tr key={name}>
          <td>{label}</td>
          <td className={classes(num, money)}>{was}</td>
          <td className={classes(num, money)}>{is}</td>
          <td className={num}>{by}</td>
        </tr>
      ))}
    </Table>
  )
}
