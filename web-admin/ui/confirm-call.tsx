import type { UseMutationResult } from '@tanstack/react-query'
import { ConfirmDialog, type ConfirmProps } from './dialog.tsx'
import { useToast } from './toast.tsx'

type Props<Answer, Input> = Pick<ConfirmProps, 'title' | 'children' | 'action' | 'busyText' | 'danger'> & {
  call: Pick<UseMutationResult<Answer, Error, Input>, 'mutate' | 'isPending' | 'error'>
  /** What the call is made with. */
  input: Input
  /** What the toast says when it has succeeded. */
  done: string | ((answer: Answer) => string)
  /** What is said when it has failed; without it, nothing. */
  failed?: (error: Error) => string
  onDone?: () => void
  onClose: () => void
}

/** Asks, makes one call, says that it is done and closes; a failure is said in the dialog, which stays. */
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
