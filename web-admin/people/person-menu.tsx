import { Ellipsis, MailPlus, ShieldOff, UserMinus, UserPen } from 'lucide-react'
import type { Person } from '../../modules/networks/contract.ts'
import { now } from '../domain/api/network-clock.ts'
import { nameOf, statusOf } from '../domain/network/person-words.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx'

export type PersonActions = { isMe: boolean; onChange: () => void; onResend: () => void; onReset: () => void; onRemove: () => void }

export const PersonMenu = ({ person, isMe, onChange, onResend, onReset, onRemove }: PersonActions & { person: Person }) => (
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
