import { ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '../../modules/identity/contract.ts'
import { useSwitchNetwork } from '../domain/session/switch-network.ts'
import { classes } from '../ui/classes.ts'
import { Menu, MenuItem, MenuLabel } from '../ui/menu.tsx'
import * as text from '../ui/text.css.ts'
import * as styles from './shell.css.ts'

/** For a user with several networks: switches the current one. */
export const NetworkSwitch = ({ user, children }: { user: User; children: ReactNode }) => {
  const choose = useSwitchNetwork()
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button type="button" className={styles.person} title="Switch network">
          {children}
          <ChevronsUpDown className={text.muted} />
        </button>
      }
    >
      <MenuLabel>Switch network</MenuLabel>
      {user.networks.map(({ id, name, role }) => {
        const current = id === user.network?.id
        return (
          <MenuItem key={id} onSelect={() => current || choose.mutate(id)}>
            <span className={classes(text.block, current && text.medium)}>{name}</span>
            <span className={`${text.block} ${text.tiny} ${text.muted}`}>{current ? `${role}, current` : role}</span>
          </MenuItem>
        )
      })}
    </Menu>
  )
}
