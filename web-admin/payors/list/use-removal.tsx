import { type ReactNode, useState } from 'react'
import type { Member } from '../../../modules/payors/contract.ts'
import { useAsOf } from '../../domain/api/as-of.ts'
import { useMayChange } from '../../domain/session/may-change.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const RemovePayorDialog = lazyDialog(async () => (await import('./remove-payor-dialog.tsx')).RemovePayorDialog)

type Program = Readonly<{ id: string; name: string }>
type Removal = Readonly<{ action?: (member: Member) => ReactNode; dialog: ReactNode }>

/** A button per payor of a program's list with which an Admin removes them, and its dialog. */
export const useRemoval = (program: Program | null): Removal => {
  const [leaving, setLeaving] = useState<Member | null>(null)
  const today = useAsOf() === null
  const mayChange = useMayChange()
  if (!program || !mayChange || !today) return { dialog: null }
  return {
    action: (member) => (
      <Button aria-label={`Remove ${member.name} from ${program.name}`} onClick={() => setLeaving(member)}>
        Remove
      </Button>
    ),
    dialog: leaving && <RemovePayorDialog payor={leaving} programs={[program]} onClose={() => setLeaving(null)} />,
  }
}
