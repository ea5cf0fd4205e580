import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import * as styles from './button.css.ts'
import { classes } from './classes.ts'
import { Tooltip } from './tooltip.tsx'

export type Variant = 'default' | 'primary' | 'ghost' | 'danger'

type Shape = { variant?: Variant; size?: 'normal' | 'large'; wide?: boolean; icon?: LucideIcon }

export type ButtonProps = Omit<ComponentProps<'button'>, 'size'> &
  Shape & {
    /** True: shows a spinner and `busyText`, and ignores presses. */
    busy?: boolean
    busyText?: ReactNode
    /** Why the button cannot be pressed: shown on hover and focus. It can still be focused. */
    unavailable?: string | undefined
  }

const swallow = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

export const Button = ({
  variant = 'default',
  size = 'normal',
  wide = false,
  icon: Icon,
  busy = false,
  busyText,
  unavailable,
  ...rest
}: ButtonProps) => {
  const { className, children, onClick, ...button } = rest
  const off = busy || unavailable !== undefined
  const element = (
    <button
      type="button"
      {...button}
      {...(off ? { 'aria-disabled': true, onClick: swallow } : { onClick })}
      {...(busy ? { 'aria-busy': true } : {})}
      className={classes(styles.button({ variant, size, wide }), className)}
    >
      {busy ? <LoaderCircle className={styles.spin} /> : Icon && <Icon />}
      {busy ? (busyText ?? children) : children}
    </button>
  )
  return unavailable === undefined ? element : <Tooltip content={unavailable}>{element}</Tooltip>
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: LucideIcon
  variant?: Variant
  unavailable?: string | undefined
  /** False if the menu or dialog behind the button shows the same words. */
  tip?: boolean
}

export const IconButton = ({ label, icon: Icon, variant = 'ghost', unavailable, tip = true, className, onClick, ...button }: IconButtonProps) => {
  const element = (
    <button
      type="button"
      aria-label={label}
      {...button}
      {...(unavailable === undefined ? { onClick } : { 'aria-disabled': true, onClick: swallow })}
      className={classes(styles.button({ variant, size: 'icon' }), className)}
    >
      <Icon />
    </button>
  )
  if (!tip && unavailable === undefined) return element
  return <Tooltip content={unavailable === undefined ? label : `${label}: ${unavailable}`}>{element}</Tooltip>
}

export type ButtonLinkProps = Shape & {
  href: string
  children: ReactNode
  className?: string
  /** The accessible name, if the visible words are not enough. */
  label?: string
  onMouseEnter?: () => void
  /** Called before the browser navigates. */
  onPress?: () => void
  /** State of the history entry. */
  state?: object
  /** Leaves the application by a browser navigation; 'new-tab' opens a new tab. */
  leaves?: boolean | 'new-tab'
}

/** A link that looks like a button. */
export const ButtonLink = ({
  href,
  variant = 'default',
  size = 'normal',
  wide = false,
  icon: Icon,
  leaves = false,
  children,
  ...rest
}: ButtonLinkProps) => {
  const className = classes(styles.button({ variant, size, wide }), rest.className)
  const extra = {
    ...(rest.onMouseEnter ? { onMouseEnter: rest.onMouseEnter } : {}),
    ...(rest.onPress ? { onClick: rest.onPress } : {}),
    ...(rest.label === undefined ? {} : { 'aria-label': rest.label }),
  }
  const content = (
    <>
      {Icon && <Icon />}
      {children}
    </>
  )
  if (leaves === false)
    return (
      <Link href={href} className={className} {...extra} {...(rest.state ? { state: rest.state } : {})}>
        {content}
      </Link>
    )
  return (
    <a href={href} className={className} {...extra} {...(leaves === 'new-tab' ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {content}
    </a>
  )
}

/** A button that looks like a link in text. */
export const PlainButton = ({ className, ...button }: ComponentProps<'button'>) => (
  <button type="button" {...button} className={classes(styles.plain, className)} />
)
