import type { ApiKey } from '../../modules/networks/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { useEndKey, useReplaceKey } from '../domain/network/calls.ts'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'

type Props = { networkId: string; apiKey: ApiKey; onClose: () => void }

export const EndKeyDialog = ({ networkId, apiKey: { id, name }, onClose }: Props) => (
  <ConfirmCall
    call={useEndKey(networkId)}
    input={id}
    title="End this API key?"
    action="End Key"
    busyText="Ending..."
    danger
    done={`The API key ${name} has ended`}
    failed={(error) => messageOr(error, 'The API key could not be ended. Please try again.')}
    onClose={onClose}
  >
    Whatever uses '{name}' stops working at once. What it has done stays, under its name.
  </ConfirmCall>
)

/** Asks before a key gets a new secret, and hands that over. */
export const ReplaceKeyDialog = ({ networkId, apiKey: { id, name }, onReplaced, onClose }: Props & { onReplaced: (secret: string) => void }) => {
  const replace = useReplaceKey(networkId)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Replace this API key?"
      action="Replace Key"
      busyText="Replacing..."
      busy={replace.isPending}
      problem={replace.error && messageOr(replace.error, 'The API key could not be replaced. Please try again.')}
      onConfirm={() => replace.mutate(id, { onSuccess: ({ secret }) => onReplaced(secret) })}
    >
      You get a new key for '{name}'. The present one works for 24 more hours, so that nothing stops while you change it. If somebody else has it, end
      it instead.
    </ConfirmDialog>
  )
}
