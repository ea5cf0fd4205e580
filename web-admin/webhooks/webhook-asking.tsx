import { useState } from 'react'
import type { Webhook } from '../../modules/webhooks/contract.ts'
import { EARLIER_SECRET_HOURS } from '../../modules/webhooks/values.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { CodeBox, SecretDialog } from '../ui/code-box.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { useChangeWebhook, useRemoveWebhook, useReplaceSecret, useSendTest } from './calls.ts'
import type { Ask, Question } from './webhook-list.tsx'
import * as styles from './webhooks.css.ts'

type WebhookSecretDialogProps = { name: string; secret: string; replaced: boolean; onClose: () => void }

/** Shows once the secret by which the receiver verifies signatures. */
export const WebhookSecretDialog = ({ name, secret, replaced, onClose }: WebhookSecretDialogProps) => (
  <SecretDialog
    onClose={onClose}
    title={replaced ? `The new secret of ${name}` : `The secret of ${name}`}
    subject={`It is not shown again: enter it in your software now, which uses it to verify that events come from here.${
      replaced ? ` The previous one also signs for ${EARLIER_SECRET_HOURS} more hours.` : ''
    }`}
  >
    <div className={styles.form}>
      <CodeBox label="Webhook secret" text={secret} copyLabel="Copy the Secret" />
    </div>
  </SecretDialog>
)

type RemoveWebhookDialogProps = { networkId: string; webhook: Webhook; onClose: () => void }

const RemoveWebhookDialog = ({ networkId, webhook: { id, name }, onDone, onClose }: RemoveWebhookDialogProps & { onDone?: () => void }) => (
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
    No more events are sent to '{name}', and its delivery log is deleted. To keep the log, turn it off instead.
  </ConfirmCall>
)

const TurnWebhookDialog = ({ networkId, webhook: { id, name, isOn }, onClose }: RemoveWebhookDialogProps) => (
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
      ? `'${name}' receives no events while it is off, and events of that time are not sent later. Waiting deliveries fail, and can be sent again.`
      : `'${name}' receives events from now on. Failed deliveries can be sent again from its log.`}
  </ConfirmCall>
)

const ReplaceSecretDialog = ({
  networkId,
  webhook: { id, name },
  onReplaced,
  onClose,
}: RemoveWebhookDialogProps & { onReplaced: (secret: string) => void }) => {
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

const ChangeWebhookDialog = lazyDialog(async () => (await import('./webhook-dialog.tsx')).ChangeWebhookDialog)

type Asked =
  | { about: Exclude<Question, 'testing'>; webhook: Webhook }
  /** A secret that is shown once. */
  | { about: 'secret'; webhook: Webhook; secret: string }

/** The dialogs of a webhook's actions, and a function that opens them, for lists and pages. */
export const useAsking = (networkId: string, onRemoved?: () => void): { ask: Ask; dialogs: React.ReactNode } => {
  const toast = useToast()
  const test = useSendTest(networkId)
  const [asked, setAsked] = useState<Asked | null>(null)
  const onClose = () => setAsked(null)
  const ask: Ask = (about, webhook) => {
    if (about !== 'testing') return setAsked({ about, webhook })
    test.mutate(webhook.id, {
      onSuccess: () => toast(`A test is on its way to ${webhook.name}`),
      onError: (error) => toast(messageOr(error, 'The test could not be sent. Please try again.'), { tone: 'failure' }),
    })
  }
  const dialogOf = ({ about, webhook }: Asked) => {
    const props = { networkId, webhook, onClose }
    switch (about) {
      case 'changing':
        return <ChangeWebhookDialog {...props} />
      case 'replacing':
        return <ReplaceSecretDialog {...props} onReplaced={(secret) => setAsked({ about: 'secret', webhook, secret })} />
      case 'turning':
        return <TurnWebhookDialog {...props} />
      case 'removing':
        return <RemoveWebhookDialog {...props} {...(onRemoved ? { onDone: onRemoved } : {})} />
      default:
        return null
    }
  }
  return {
    ask,
    dialogs:
      asked?.about === 'secret' ? (
        <WebhookSecretDialog name={asked.webhook.name} secret={asked.secret} replaced onClose={onClose} />
      ) : (
        asked && dialogOf(asked)
      ),
  }
}
