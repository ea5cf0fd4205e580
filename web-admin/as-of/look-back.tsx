import { CalendarClock, Diff, History, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useOversees } from '../domain/session/may-change.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { AsOfDialog } from './as-of-dialog.tsx'
import { keepsMoments } from './moments.ts'

/** In the head of each page that has a past: the ways to it, for those who oversee the network. */
export const LookBack = () => {
  const [path] = useLocation()
  const oversees = useOversees()
  const [asking, setAsking] = useState(false)
  if (!oversees || !keepsMoments(path)) return null
  return (
    <>
      <Menu trigger={<IconButton label="Look back" icon={History} tip={false} look="default" />}>
        <MenuItem icon={CalendarClock} onSelect={() => setAsking(true)}>
          See an earlier day
        </MenuItem>
        <MenuItem icon={Diff} href="/changes">
          What has changed
        </MenuItem>
        <MenuItem icon={ScrollText} href="/journal">
          Journal
        </MenuItem>
      </Menu>
      {asking && <AsOfDialog onClose={() => setAsking(false)} />}
    </>
  )
}
