import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { Banner } from './banner.tsx'
import { Button, IconButton } from './button.tsx'
import * as styles from './overlay.css.ts'
import { focusToReturn } from './return-focus.ts'
import { stack } from './text.css.ts'
import { ToastSlot } from './toast.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Beneath the title. */
  subject?: ReactNode
  /**
   * The buttons at the bottom, with the primary one last. If the dialog has no field, its element with `data-safe` gets
   * the focus.
   */
  foot?: ReactNode
  /** Replaces `foot` by a single button with this label, which closes the dialog. */
  close?: 'Close' | 'Cancel'
  footPlain?: boolean
  size?: 'normal' | 'confirm'
  /** True: Escape and a click outside do not close the dialog, since closing it would lose work. */
  held?: boolean
  closeButton?: boolean
  children?: ReactNode
}

const firstField = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)'

export const Dialog = ({ open, onOpenChange, title, subject, foot, footPlain = false, size = 'normal', held = false, ...rest }: Props) => {
  const content = useRef<HTMLDivElement>(null)
  const giveBack = useRef<() => void>(() => undefined)
  const buttons = rest.close ? (
    <Button data-safe onClick={() => onOpenChange(false)}>
      {rest.close}
    </Button>
  ) : (
    foot
  )
  const hold = (event: Event) => {
    if (held) event.preventDefault()
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.backdrop}>
          <Radix.Content
            ref={content}
            className={styles.dialog({ size })}
            {...(subject === undefined ? { 'aria-describedby': undefined } : {})}
            onEscapeKeyDown={hold}
            onPointerDownOutside={hold}
            onInteractOutside={hold}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              giveBack.current()
            }}
            onOpenAutoFocus={(event) => {
              giveBack.current = focusToReturn()
              const box = content.current
              const target = box?.querySelector<HTMLElement>('[data-first-focus]') ?? box?.querySelector<HTMLElement>(firstField)
              const start = target ?? box?.querySelector<HTMLElement>('[data-safe]')
              if (!start) return
              event.preventDefault()
              start.focus()
            }}
          >
            <div className={styles.dialogHead}>
              <div>
                <Radix.Title className={styles.dialogTitle}>{title}</Radix.Title>
                {subject !== undefined && (
                  <Radix.Description asChild>
                    <div className={styles.dialogSubject}>{subject}</div>
                  </Radix.Description>
                )}
              </div>
              {rest.closeButton !== false && size === 'normal' && (
                <Radix.Close asChild>
                  <IconButton label="Close" icon={X} tip={false} className={styles.dialogClose} {...(held ? { disabled: true } : {})} />
                </Radix.Close>
              )}
            </div>
            {rest.children !== undefined && <div className={styles.dialogBody}>{rest.children}</div>}
            <ToastSlot open={open} />
            {buttons !== undefined && <div className={styles.dialogFoot({ plain: footPlain })}>{buttons}</div>}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

type FormProps = Omit<Props, 'open' | 'onOpenChange' | 'foot' | 'close'> & {
  onClose: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** The submit button's label. */
  action: ReactNode
  variant?: 'primary' | 'danger'
  busy?: boolean
  busyText?: string
  disabled?: boolean
  /** True: while the call runs, Cancel is disabled as well. */
  waits?: boolean
  className?: string
}

/** A dialog with one form, a Cancel button and a submit button. */
export const FormDialog = ({ onClose, onSubmit, action, variant = 'primary', busy = false, className = stack, children, ...props }: FormProps) => {
  const id = useId()
  const { busyText, disabled = false, waits = false, ...dialog } = props
  return (
    <Dialog
      open
      onOpenChange={onClose}
      {...dialog}
      foot={
        <>
          <Button data-safe onClick={onClose} disabled={waits && busy}>
            Cancel
          </Button>
          <Button variant={variant} type="submit" form={id} disabled={disabled} busy={busy} busyText={busyText}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} className={className} noValidate onSubmit={(event) => void onSubmit(event)}>
        {children}
      </form>
    </Dialog>
  )
}

export type ConfirmProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** The effect of the action. */
  children: ReactNode
  action: string
  busyText?: string
  busy?: boolean
  /** False while the data for `children` loads. */
  ready?: boolean
  danger?: boolean
  cancel?: string
  /** Optional fields. */
  fields?: ReactNode
  /** Why the last try failed. */
  problem?: string | null | undefined
  onConfirm: () => void
}

/** Asks for confirmation. At first the button that changes nothing has the focus. */
export const ConfirmDialog = ({ open, onOpenChange, title, children, action, cancel = 'Cancel', busy = false, problem, ...rest }: ConfirmProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title={title}
    subject={children}
    size="confirm"
    held={busy}
    footPlain
    foot={
      <>
        <Button data-safe onClick={() => onOpenChange(false)} disabled={busy}>
          {cancel}
        </Button>
        <Button
          variant={rest.danger ? 'danger' : 'primary'}
          busy={busy}
          busyText={rest.busyText}
          disabled={rest.ready === false}
          onClick={rest.onConfirm}
        >
          {action}
        </Button>
      </>
    }
  >
    {rest.fields || problem ? (
      <>
        {problem && <Banner tone="failure">{problem}</Banner>}
        {rest.fields}
      </>
    ) : undefined}
  </Dialog>
)
