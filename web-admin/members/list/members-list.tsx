import { Link } from 'wouter'
import { formatMoney } from '../../../modules/kernel/money.ts'
import type { Member } from '../../../modules/members/contract.ts'
import { ListRow } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { from } from '../../ui/media.ts'
import { num, sub } from '../../ui/table.css.ts'
import { Table, Th } from '../../ui/table.tsx'
import { money, muted, secondary, small } from '../../ui/text.css.ts'
import { useMedia } from '../../ui/use-media.ts'
import { kindLabels } from './member-fields.ts'
import * as styles from './members.css.ts'

type Props = { members: Member[] }

const Balance = ({ balance }: Pick<Member, 'balance'>) => (
  <span className={classes(money, balance > 0 ? styles.owing : muted)}>{formatMoney(balance)}</span>
)
const belongsTo = ({ kind, congregation }: Member): string => congregation?.name ?? kindLabels[kind]

const MemberTable = ({ members }: Props) => (
  <Table
    caption="Members"
    head={
      <>
        <Th className={styles.nameColumn}>Name</Th>
        <Th>Email</Th>
        <Th>Phone</Th>
        <Th num>Open</Th>
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
      </tr>
    ))}
  </Table>
)

const MemberRows = ({ members }: Props) => (
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
        meta={<span className={classes(small, muted)}>{member.email ?? member.phone ?? 'No e-mail address'}</span>}
      />
    ))}
  </ul>
)

/** A table on the large screen, rows of two lines below. */
export const MembersList = (props: Props) => (useMedia(from.large) ? <MemberTable {...props} /> : <MemberRows {...props} />)
