import type { Program } from '../../../modules/programs/contract.ts'
import { messageOr } from '../../domain/api/error-message.ts'
import { launchWords } from '../../domain/campaign/campaign-words.ts'
import { useChangeCampaign } from '../../domain/program/calls.ts'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { useOpenBills, useWithoutEmail } from './calls.ts'

/** Says how many get mail and how many have no address, before anything goes out. */
export const LaunchDialog = ({ program, onClose }: { program: Program; onClose: () => void }) => {
  const open = useOpenBills(program.id)
  const unreachable = useWithoutEmail(program.id, 1).data?.pagination.totalItems
  return (
    <ConfirmCall
      call={useChangeCampaign(program.id)}
      input={{ status: 'Active' }}
      title="Launch Campaign"
      action="Launch Campaign"
      busyText="Launching..."
      done={`The campaign of ${program.name} is launched`}
      failed={(error) => messageOr(error, 'Failed to update campaign status')}
      onClose={onClose}
    >
      {`${program.name}. ${launchWords(open, unreachable)}`}
    </ConfirmCall>
  )
}
