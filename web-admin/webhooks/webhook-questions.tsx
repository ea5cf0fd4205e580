import type { Webhook } from '../../modules/webhooks/contract.ts'
import { EARLIER_SECRET_HOURS } from '../../modules/webhooks/values.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useChangeWebhook, useRemoveWebhook, useReplaceSecret } from './calls.ts'

type Props = { networkId: string; webhook: Webhook; onClose: () => void }

export const RemoveWebhookDialog = ({ networkId, webhook: { id, name }, onDone, onClose }: Props & { onDone?: () => void }) => (
  <ConfirmCall
    call={useRemoveWebhook(networkId)}
    input={id}
    title="Remove this webhook?"
    action="Remove Webhook"
    busyText="Removing..."
    danger
    done={`The webhook ${name} is removed`}
    failed={(error) => messageOr(error, 'The webhook could not be removed. Please try again.')}
    {...(onDone ? { onDone } : {})}
    onClose={onClose}
  >
    '{name}' is told of nothing any more, and the log of its deliveries goes with it. Turn it off instead if you may need it again.
  </ConfirmCall>
)

export const TurnWebhookDialog = ({ networkId, webhook: { id, name, isOn }, onClose }: Props) => (
  <ConfirmCall
    call={useChangeWebhook(networkId, id)}
    input={{ isOn: !isOn }}
    title={isOn ? 'Turn this webhook off?' : 'Turn this webhook on?'}
    action={isOn ? 'Turn Off' : 'Turn On'}
    busyText={isOn ? 'Turning off...' : 'Turning on...'}
    done={`The webhook ${name} is ${isOn ? 'off' : 'on'}`}
    failed={(error) => messageOr(error, 'The webhook could not be changed. Please try again.')}
    onClose={onClose}
  >
    {isOn
      ? `'${name}' is told of nothing while it is off, and what happens meanwhile is not sent later. What waits to be sent fails, and can be sent again.`
      : `'${name}' is told of what happens from now on. What failed before can be sent again from its log.`}
  </ConfirmCall>
)

/** Asks before a webhook gets a new secret, and hands that over. */
export const ReplaceSecretDialog = ({ networkId, webhook: { id, name }, onReplaced, onClose }: Props & { onReplaced: (secret: string) => void }) => {
  const replace = useReplaceSecret(networkId)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Replace the secret of this webhook?"
      action="Replace Secret"
      busyText="Replacing..."
      busy={replace.isPending}
      problem={replace.error && messageOr(replace.error, 'The secret could not be replaced. Please try again.')}
      onConfirm={() => replace.mutate(id, { onSuccess: ({ secret }) => onReplaced(secret) })}
    >
      You get a new secret for '{name}'. For {EARLIER_SECRET_HOURS} hours everything is signed by both, so that nothing is refused while you change
      it.
    </ConfirmDialog>
  )
}
