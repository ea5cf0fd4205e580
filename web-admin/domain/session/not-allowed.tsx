import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'

type Props = { title: string; back?: ReactNode; action: string; thing: string }

/** Shown instead of a page that the user may not see, in the words of the server's refusal. */
export const NotAllowed = ({ title, back, action, thing }: Props) => (
  <>
    <PageHead title={title} back={back} />
    <EmptyState icon={Lock} title={`You do not have permission to ${action} this ${thing}.`}>
      An administrator of the network can change your permissions.
    </EmptyState>
  </>
)
