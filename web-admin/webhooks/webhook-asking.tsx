import { useState } from 'react'
import type { Webhook } from '../../modules/webhooks/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { useSendTest } from './calls.ts'
import type { Ask, Question } from './webhook-list.tsx'
import { RemoveWebhookDialog, ReplaceSecretDialog, TurnWebhookDialog } from './webhook-questions.tsx'
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx'

const ChangeWebhookDialog = lazyDialog(async () => (await import('./webhook-dialog.tsx')).ChangeWebhookDialog)

type Asked =
  | { about: Exclude<Question, 'testing'>; webhook: Webhook }
  /** A secret that is shown once. */
  | { about: 'secret'; webhook: Webhook; secret: string }

/** What is done about a webhook, wherever its menu stands: the dialogs, and what opens them. */
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
