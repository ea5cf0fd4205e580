import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { WEBHOOKS_MAX } from '../../modules/webhooks/values.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { useOversees } from '../domain/session/may-change.ts'
import { useUser } from '../domain/session/session.ts'
import { Button } from '../ui/button.tsx'
import { CodeBox } from '../ui/code-box.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { sectionHead } from '../ui/text.css.ts'
import { useWebhooks } from './calls.ts'
import { useAsking, WebhookSecretDialog } from './webhook-asking.tsx'
import { WebhookList } from './webhook-list.tsx'
import { verifying } from './webhook-words.ts'
import * as styles from './webhooks.css.ts'

const MakeWebhookDialog = lazyDialog(async () => (await import('./webhook-dialog.tsx')).MakeWebhookDialog)

const WHAT_FOR = 'A webhook notifies your software of events, such as a received payment, so that it does not have to poll.'
const WITHOUT_NAMES = 'Webhook events have ids and amounts, but never names: your software reads the rest with an API key.'

const Verifying = () => (
  <section aria-labelledby="verifying" className={styles.part}>
    <h3 id="verifying">How to verify webhook events</h3>
    <p>
      Everything is signed with the webhook's secret, as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> specifies. Most languages
      have a library for it. Answer with any 2xx status within ten seconds. An event without such an answer is sent again for about three days under
      the same id. Events may arrive out of order; sort them by <code>position</code>.
    </p>
    <CodeBox label="In a server that runs Express" text={verifying} copyLabel="Copy the Code" />
  </section>
)

const WebhooksOf = ({ networkId, mayChange }: { networkId: string; mayChange: boolean }) => {
  const webhooks = useWebhooks(networkId)
  const { ask, dialogs } = useAsking(networkId)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<Readonly<{ name: string; secret: string }> | null>(null)
  const making = (
    <Button
      variant="primary"
      icon={Plus}
      unavailable={(webhooks.data?.length ?? 0) >= WEBHOOKS_MAX ? `A network has ${WEBHOOKS_MAX} webhooks at most` : undefined}
      onClick={() => setMaking(true)}
    >
      Add a Webhook
    </Button>
  )
  return (
    <section aria-labelledby="webhooks">
      <div className={sectionHead}>
        <h2 id="webhooks">Webhooks</h2>
        {mayChange && webhooks.data && webhooks.data.length > 0 && making}
      </div>
      <Loaded query={webhooks} loading="Loading webhooks..." rows={2} failed="Failed to load webhooks" action="view" thing="webhooks">
        {(list) =>
          list.length === 0 ? (
            <EmptyState level={3} icon={WebhookIcon} title="No webhooks yet" action={mayChange ? making : undefined}>
              {WHAT_FOR} {WITHOUT_NAMES}
            </EmptyState>
          ) : (
            <>
              <p className={styles.intro}>
                {WHAT_FOR} {WITHOUT_NAMES} All kinds of events are described at <a href="/api/openapi.json">/api/openapi.json</a>.
              </p>
              <WebhookList webhooks={list} onAsk={mayChange ? ask : undefined} />
              <Verifying />
            </>
          )
        }
      </Loaded>
      {isMaking && (
        <MakeWebhookDialog
          networkId={networkId}
          onMade={(name, secret) => {
            setMaking(false)
            setMade({ name, secret })
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made && <WebhookSecretDialog {...made} replaced={false} onClose={() => setMade(null)} />}
      {dialogs}
    </section>
  )
}

/** The webhooks of the current network: Admins manage them, Auditors may read. */
export const Webhooks = () => {
  const user = useUser()
  if (!useOversees() || !user?.network)
    return <ErrorState title="You do not have permission to view this network.">Ask its administrator if your software needs a webhook.</ErrorState>
  return <WebhooksOf key={user.network.id} networkId={user.network.id} mayChange={user.role === 'Admin'} />
}
