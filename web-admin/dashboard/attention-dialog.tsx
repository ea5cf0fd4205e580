import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { retryOf } from '../api/refetch.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'

type Props<Data> = {
  title: string
  /** What to do about it. */
  subject: string
  /** What is loaded, in a sentence. */
  what: string
  list: Pick<UseQueryResult<Data>, 'isPending' | 'isError' | 'error' | 'data' | 'refetch'>
  onClose: () => void
  children: (data: Data) => ReactNode
}

/** A list of what needs attention; `children` are its rows. */
export const AttentionDialog = <Data,>({ title, subject, what, list, onClose, children }: Props<Data>) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={title}
    subject={subject}
    foot={
      <Button data-safe onClick={onClose}>
        Close
      </Button>
    }
  >
    {list.isPending && (
      <Loading text={`Loading ${what}...`}>
        <BoneRows rows={3} />
      </Loading>
    )}
    {list.isError && (
      <ErrorState level={3} title={`Failed to load ${what}`} onRetry={retryOf(list)}>
        {errorMessage(list.error, 'load', what)}
      </ErrorState>
    )}
    {list.data !== undefined && <ul>{children(list.data)}</ul>}
  </Dialog>
)
