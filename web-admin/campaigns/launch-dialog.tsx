import type { Program } from '../../modules/programs/contract.ts'
import { messageOr } from '../api/error-message.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { launchWords } from './campaign-words.ts'
import { useChangeCampaign } from './use-campaign.ts'
import { useOpenBills } from './use-open-bills.ts'
import { useWithoutEmail } from './use-without-email.ts'

/** Says how many get mail and how many have no address, before anything goes out. */
export const LaunchDialog = ({ program, onClose }: { program: Program; onClose: () => void }) => {
  const change = useChangeCampaign(program.id)
  const open = useOpenBills(program.id)
  const unreachable = useWithoutEmail(program.id, 1).data?.pagination.totalItems
  const toast = useToast()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Launch Campaign"
      action="Launch Campaign"
      busyText="Launching..."
      busy={change.isPending}
      problem={change.isError ? messageOr(change.error, 'Failed to update campaign status') : null}
      onConfirm={() =>
        change.mutate(
          { status: 'Active' },
          {
            onSuccess: () => {
              toast(`The campaign of ${program.name} is launched`)
              onClose()
            },
          },
        )
      }
    >
      {`${program.name}. ${launchWords(open, unreachable)}`}
    </ConfirmDialog>
  )
}
