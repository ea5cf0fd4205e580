import type { UseMutationResult } from '@tanstack/react-query'
import { ConfirmDialog, type ConfirmProps } from './dialog.tsx'
import { useToast } from './toast.tsx'

type Props<Answer, Input> = Pick<ConfirmProps, 'title' | 'children' | 'action' | 'busyText' | 'danger' | 'cancel'> & {
  call: Pick<UseMutationResult<Answer, Error, Input>, 'mutate' | 'isPending' | 'error'>
  /** The call's argument. */
  input: Input
  /** The toast after a success. */
  done: string | ((answer: Answer) => string)
  /** The error shown after a failure. */
  failed?: (error: Error) => string
  onDone?: () => void
  onClose: () => void
}

/**
 * Asks for confirmation, sends one call, shows a toast and closes. After a failure the dialog stays open and shows the
 * error.
 */
export const ConfirmCall = <Answer, Input>({ call, input, done, failed, onDone, onClose, ...dialog }: Props<Answer, Input>) => {
  const toast = useToast()
  return (
    <ConfirmDialog
      {...dialog}
      open
      onOpenChange={onClose}
      busy={call.isPending}
      problem={call.error && failed?.(call.error)}
      onConfirm={() =>
        call.mutate(input, {
          onSuccess: (answer) => {
            toast(typeof done === 'string' ? done : done(answer))
            onDone?.()
            onClose()
          },
        })
      }
    />
  )
}
