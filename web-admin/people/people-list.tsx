import { CalendarX2, CirclePlay, Ellipsis, Mail, MailPlus, ShieldOff, UserMinus, UserPen } from 'lucide-react'
import type { Person } from '../../modules/networks/contract.ts'
import { now } from '../domain/api/network-clock.ts'
import { lastDayWords, nameOf, statusOf } from '../domain/network/person-words.ts'
import { Badge, type BadgeContent } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { ListRow } from '../ui/card.tsx'
import { tabled } from '../ui/media.ts'
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx'
import { actions, sub } from '../ui/table.css.ts'
import { ActionsTh, Table, Th } from '../ui/table.tsx'
import { muted, nowrap, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import * as styles from './people.css.ts'

const badges: Record<ReturnType<typeof statusOf>, BadgeContent> = {
  Active: ['Active', 'paid', CirclePlay],
  Invited: ['Invited', 'neutral', Mail],
  Expired: ['Expired', 'archived', CalendarX2],
}

const PersonBadge = ({ status }: { status: ReturnType<typeof statusOf> }) => <Badge content={badges[status]} />

type PersonActions = { isMe: boolean; onChange: () => void; onResend: () => void; onReset: () => void; onRemove: () => void }

const PersonMenu = ({ person, isMe, onChange, onResend, onReset, onRemove }: PersonActions & { person: Person }) => (
  <Menu trigger={<IconButton label={`Actions, ${nameOf(person)}`} icon={Ellipsis} tip={false} />}>
    <MenuItem icon={UserPen} onSelect={onChange}>
      Change access
    </MenuItem>
    {person.status === 'invited' && (
      <MenuItem icon={MailPlus} onSelect={onResend}>
        Send the invitation again
      </MenuItem>
    )}
    {statusOf(person, now()) === 'Active' && !isMe && (
      <MenuItem icon={ShieldOff} onSelect={onReset}>
        Reset second factor
      </MenuItem>
    )}
    <MenuLine />
    <MenuItem icon={UserMinus} onSelect={onRemove}>
      {person.status === 'invited' ? 'Withdraw the invitation' : isMe ? 'Leave network' : 'Revoke access'}
    </MenuItem>
  </Menu>
)

type Props = {
  people: Person[]
  myId: string
  /** Absent for those who may only read. */
  actionsFor?: ((person: Person) => PersonActions) | undefined
}

const Name = ({ person, isMe }: { person: Person; isMe: boolean }) => (
  <>
    <span className={styles.name}>{nameOf(person)}</span>
    {isMe && <span className={muted}> (you)</span>}
    {person.firstName !== null && <span className={sub}>{person.email}</span>}
  </>
)

export const PeopleList = ({ people, myId, actionsFor }: Props) => {
  const large = useMedia(tabled)
  const menu = (person: Person) => actionsFor && <PersonMenu person={person} {...actionsFor(person)} />
  if (!large)
    return (
      <ul>
        {people.map((person) => (
          <ListRow
            key={person.userId}
            main={
              <div>
                <Name person={person} isMe={person.userId === myId} />
              </div>
            }
            side={person.role}
            meta={
              <>
                <PersonBadge status={statusOf(person, now())} />
                {person.expiresAt !== null && <span className={`${small} ${muted}`}>until {lastDayWords(person.expiresAt)}</span>}
              </>
            }
            menu={menu(person)}
          />
        ))}
      </ul>
    )
  return (
    <Table
      caption="People"
      head={
        <>
          <Th>Name</Th>
          <Th>Role</Th>
          <Th>Access Ends</Th>
          <Th>Status</Th>
          {actionsFor && <ActionsTh />}
        </>
      }
    >
      {people.map((person) => (
        <tr key={person.userId}>
          <td>
            <Name person={person} isMe={person.userId === myId} />
          </td>
          <td>{person.role}</td>
          <td className={nowrap}>{lastDayWords(person.expiresAt)}</td>
          <td>
            <PersonBadge status={statusOf(person, now())} />
          </td>
          {actionsFor && (
            <td>
              <div className={actions}>{menu(person)}</div>
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}
