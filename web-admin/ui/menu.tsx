import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import { Link } from 'wouter'
import * as styles from './overlay.css.ts'

type MenuProps = { trigger: ReactElement; children: ReactNode; align?: 'start' | 'center' | 'end'; side?: 'top' | 'bottom' }

/** A letter chooses the item with that shortcut. If no item has it, the menu searches by first letter. */
const choose = (event: KeyboardEvent<HTMLElement>) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[a-z]$/i.test(event.key)) return
  const item = event.currentTarget.querySelector<HTMLElement>(`[aria-keyshortcuts="${event.key.toUpperCase()}"]`)
  if (!item) return
  event.preventDefault()
  event.stopPropagation()
  item.click()
}

/** `trigger` is one button, preferably an IconButton with `tip={false}`. */
export const Menu = ({ trigger, children, align = 'end', side = 'bottom' }: MenuProps) => (
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content className={styles.menu} align={align} side={side} sideOffset={4} collisionPadding={8} onKeyDownCapture={choose}>
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

type ItemProps = {
  children: ReactNode
  icon?: LucideIcon
  onSelect?: () => void
  /** A route of the admin; with `leaves`, an address outside of the admin. */
  href?: string
  leaves?: boolean
  /** The letter that chooses the item while the menu is open. */
  shortcut?: string
  /** Why the item cannot be chosen. */
  unavailable?: string | undefined
}

export const MenuItem = ({ children, icon: Icon, onSelect, href, leaves = false, shortcut, unavailable }: ItemProps) => {
  const content = (
    <>
      {Icon && <Icon />}
      <span>
        {children}
        {unavailable !== undefined && <span className={styles.menuReason}>{unavailable}</span>}
      </span>
      {shortcut && <kbd aria-hidden data-key={shortcut} />}
    </>
  )
  if (unavailable !== undefined)
    return (
      <DropdownMenu.Item className={styles.menuItem} aria-disabled onSelect={(event) => event.preventDefault()}>
        {content}
      </DropdownMenu.Item>
    )
  if (href === undefined)
    return (
      <DropdownMenu.Item className={styles.menuItem} {...(onSelect ? { onSelect } : {})} {...(shortcut ? { 'aria-keyshortcuts': shortcut } : {})}>
        {content}
      </DropdownMenu.Item>
    )
  return (
    <DropdownMenu.Item asChild className={styles.menuItem}>
      {leaves ? <a href={href}>{content}</a> : <Link href={href}>{content}</Link>}
    </DropdownMenu.Item>
  )
}

export const MenuLine = () => <DropdownMenu.Separator className={styles.menuLine} />
export const MenuLabel = ({ children }: { children: ReactNode }) => <DropdownMenu.Label className={styles.menuLabel}>{children}</DropdownMenu.Label>
