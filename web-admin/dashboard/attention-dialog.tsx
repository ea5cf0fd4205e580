import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../domain/api/loaded.tsx'
import { Dialog } from '../ui/dialog.tsx'

type Props<Data> = {
  title: string
  subject: string
  /** The name of the loaded data, for messages. */
  what: string
  list: Pick<UseQueryResult<Data>, 'isPending' | 'isError' | 'error' | 'data' | 'refetch'>
  onClose: () => void
  children: (data: Data) => ReactNode
}

export const AttentionDialog = <Data,>({ title, subject, what, list, onClose, children }: Props<Data>) => (
  <Dialog open onOpenChange={onClose} title={title} subject={subject} close="Close">
    <Loaded query={list} loading={`Loading ${what}...`} rows={3} failed={`Failed to load ${what}`} action="load" thing={what}>
      {(data) => <ul>{children(data)}</ul>}
    </Loaded>
  </Dialog>
)
