import { Archive, CircleCheck, Ellipsis, RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Program } from '../../modules/programs/contract.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { IconButton } from '../ui/button.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx'
import { type NextStatus, useChangeProgramStatus } from './calls.ts'

const words: Record<NextStatus, { title: string; action: string; busy: string; done: string; text: string }> = {
  Completed: {
    title: 'Complete Program',
    action: 'Complete',
    busy: 'Completing...',
    done: 'completed',
    text: 'It takes no more payments and no more members until you reactivate it. You can still record money on its bills.',
  },
  Active: {
    title: 'Reactivate Program',
    action: 'Reactivate',
    busy: 'Reactivating...',
    done: 'active again',
    text: 'It takes payments and members again.',
  },
  Archived: {
    title: 'Archive Program',
    action: 'Archive',
    busy: 'Archiving...',
    done: 'archived',
    text: 'It takes no more payments and no more members. An archived program cannot be reactivated.',
  },
}

const StatusDialog = ({ program, next, onClose }: { program: Program; next: NextStatus; onClose: () => void }) => {
  const { title, action, busy, done, text } = words[next]
  return (
    <ConfirmCall
      call={useChangeProgramStatus(program.id)}
      input={next}
      title={title}
      action={action}
      busyText={busy}
      danger={next === 'Archived'}
      done={`${program.name} is ${done}`}
      failed={(error) => errorMessage(error, 'update', 'assessment program')}
      onClose={onClose}
    >
      {`${program.name}. ${text}`}
    </ConfirmCall>
  )
}

type Props = {
  program: Program
  /** Further menu items, on screens without room for buttons. */
  children?: ReactNode
}

/**
 * A Draft program can only be archived. An Active one can become Completed and a Completed one Active, and either can
 * be archived.
 */
export const ProgramActions = ({ program, children }: Props) => {
  const [next, setNext] = useState<NextStatus | null>(null)
  const ended = program.status === 'Archived'
  return (
    <>
      {(!ended || children) && (
        <Menu trigger={<IconButton label={`More actions, ${program.name}`} icon={Ellipsis} tip={false} variant="default" />}>
          {children}
          {children && !ended && <MenuLine />}
          {program.status === 'Active' && (
            <MenuItem icon={CircleCheck} onSelect={() => setNext('Completed')}>
              Complete
            </MenuItem>
          )}
          {program.status === 'Completed' && (
            <MenuItem icon={RotateCcw} onSelect={() => setNext('Active')}>
              Reactivate
            </MenuItem>
          )}
          {!ended && (
            <MenuItem icon={Archive} onSelect={() => setNext('Archived')}>
              Archive
            </MenuItem>
          )}
        </Menu>
      )}
      {next && <StatusDialog program={program} next={next} onClose={() => setNext(null)} />}
    </>
  )
}
