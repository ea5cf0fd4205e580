import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { formatMoney } from '../../../modules/kernel/money.ts'
import type { Member } from '../../../modules/payors/contract.ts'
import { useAsOf } from '../../domain/api/as-of.ts'
import { kindLabels } from '../../domain/payor/member-values.ts'
import { useMayChange } from '../../domain/session/may-change.ts'
import { Button } from '../../ui/button.tsx'
import { ListRow } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { tabled } from '../../ui/media.ts'
import { num, sub } from '../../ui/table.css.ts'
import { SortTh, Table, Th } from '../../ui/table.tsx'
import { hidden, money, muted, secondary, small } from '../../ui/text.css.ts'
import { useMedia } from '../../ui/use-media.ts'
import type { MemberSort } from '../calls.ts'
import * as styles from './members.css.ts'

type Props = { members: Member[]; sort: MemberSort; onSort: (sort: MemberSort) => void; action?: (member: Member) => ReactNode }

const Balance = ({ balance }: Pick<Member, 'balance'>) => (
  <span className={classes(money, balance > 0 ? styles.owing : muted)}>{formatMoney(balance)}</span>
)
const belongsTo = ({ kind, congregation }: Member): string => congregation?.name ?? kindLabels[kind]

const MemberTable = ({ members, sort, onSort, action }: Props) => (
  <Table
    caption="Members"
    head={
      <>
        <SortTh by="name" sort={sort} onSort={onSort} className={styles.nameColumn}>
          Name
        </SortTh>
        <Th>Email</Th>
        <Th>Phone</Th>
        <SortTh by="balance" sort={sort} onSort={onSort} num>
          Open
        </SortTh>
        {action && (
          <Th>
            <span className={hidden}>Actions</span>
          </Th>
        )}
      </>
    }
  >
    {members.map((member) => (
      <tr key={member.id}>
        <td>
          <Link href={`/members/${member.id}`}>{member.name}</Link>
          <span className={sub}>{belongsTo(member)}</span>
        </td>
        <td className={secondary}>{member.email ?? '–'}</td>
        <td className={secondary}>{member.phone ?? '–'}</td>
        <td className={num}>
          <Balance {...member} />
        </td>
        {action && <td className={num}>{action(member)}</td>}
      </tr>
    ))}
  </Table>
)

const MemberRows = ({ members, action }: Props) => (
  <ul>
    {members.map((member) => (
      <ListRow
        key={member.id}
        main={
          <>
            <Link href={`/members/${member.id}`} className={styles.name}>
              {member.name}
            </Link>
            <span className={classes(small, muted)}>{belongsTo(member)}</span>
          </>
        }
        side={<Balance {...member} />}
        meta={
          <>
            <span className={classes(small, muted)}>{member.email ?? member.phone ?? 'No e-mail address'}</span>
            {action?.(member)}
          </>
        }
      />
    ))}
  </ul>
)

export const MembersList = (props: Props) => (useMedia(tabled) ? <MemberTable {...props} /> : <MemberRows {...props} />)

const RemovePayorDialog = lazyDialog(async () => (await import('./remove-payor-dialog.tsx')).RemovePayorDialog)

type Program = Readonly<{ id: string; name: string }>
type Removal = Readonly<{ action?: (member: Member) => ReactNode; dialog: ReactNode }>

/**
 * For Admins, in the list of a program's payors: a button next to each payor that removes them, and the button's
 * dialog.
 */
export const useRemoval = (program: Program | null): Removal => {
  const [leaving, setLeaving] = useState<Member | null>(null)
  const today = useAsOf() === null
  const mayChange = useMayChange()
  if (!program || !mayChange || !today) return { dialog: null }
  return {
    action: (member) => (
      <Button aria-label={`Remove ${member.name} from ${program.name}`} onClick={() => setLeaving(member)}>
        Remove
      </Button>
    ),
    dialog: leaving && <RemovePayorDialog payor={leaving} programs={[program]} onClose={() => setLeaving(null)} />,
  }
}
