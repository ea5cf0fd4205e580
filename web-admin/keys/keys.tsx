import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ApiKey } from '../../modules/networks/contract.ts'
import { API_KEYS_MAX } from '../../modules/networks/values.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { now } from '../domain/api/network-clock.ts'
import { useEndKey, useKeys, useReplaceKey } from '../domain/network/calls.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { useUser } from '../domain/session/session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { EmptyState } from '../ui/states.tsx'
import { sectionHead } from '../ui/text.css.ts'
import { KeyList } from './key-list.tsx'
import { KeySecretDialog } from './key-secret-dialog.tsx'
import { isOver, KeysForbidden } from './key-words.tsx'
import * as styles from './keys.css.ts'

type Props = { networkId: string; apiKey: ApiKey; onClose: () => void }

const EndKeyDialog = ({ networkId, apiKey: { id, name }, onClose }: Props) => (
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
    Software that uses '{name}' stops working immediately. Its records stay under this name.
  </ConfirmCall>
)

const ReplaceKeyDialog = ({ networkId, apiKey: { id, name }, onReplaced, onClose }: Props & { onReplaced: (secret: string) => void }) => {
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
      You get a new key for '{name}'. The present one works for 24 more hours, so that nothing stops while you change it. If someone else has it, end
      it instead.
    </ConfirmDialog>
  )
}

const KeyDialog = lazyDialog(async () => (await import('./key-dialog.tsx')).KeyDialog)

type Asked =
  | { about: 'making' }
  | { about: 'replacing' | 'ending'; key: ApiKey }
  /** The secret to show once. */
  | { about: 'secret'; name: string; secret: string; replaced: boolean }

const WHAT_FOR = 'With a key, your software, such as your accounting or your website, can read or record bills and payments without a sign-in.'
const NEVER =
  'No key can refund a payment, launch a campaign, send mails, or change people, payment profiles, settings and keys. That takes an Admin who has signed in.'

const firstCall = (
  <Link href="/settings/api-keys/first-call" className={styles.link}>
    See how a first call is made.
  </Link>
)

const KeysOf = ({ networkId, mayChange }: { networkId: string; mayChange: boolean }) => {
  const keys = useKeys(networkId)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const live = keys.data?.filter((key) => !isOver(key, now())).length ?? 0
  const making = (
    <Button
      variant="primary"
      icon={Plus}
      unavailable={live >= API_KEYS_MAX ? `A network has ${API_KEYS_MAX} keys at most` : undefined}
      onClick={() => setAsked({ about: 'making' })}
    >
      Make a Key
    </Button>
  )
  return (
    <section aria-labelledby="api-keys">
      <div className={sectionHead}>
        <h2 id="api-keys">API keys</h2>
        {mayChange && keys.data && keys.data.length > 0 && making}
      </div>
      <Loaded query={keys} loading="Loading API keys..." rows={2} failed="Failed to load API keys" action="view" thing="API keys">
        {(list) =>
          list.length === 0 ? (
            <EmptyState level={3} icon={KeyRound} title="No API keys yet" action={mayChange ? making : undefined}>
              {WHAT_FOR} {NEVER} {firstCall}
            </EmptyState>
          ) : (
            <>
              <p className={styles.intro}>
                {WHAT_FOR} {NEVER} {firstCall}
              </p>
              <KeyList
                keys={list}
                change={
                  mayChange
                    ? { onReplace: (key) => setAsked({ about: 'replacing', key }), onEnd: (key) => setAsked({ about: 'ending', key }) }
                    : undefined
                }
              />
            </>
          )
        }
      </Loaded>
      {asked?.about === 'making' && (
        <KeyDialog networkId={networkId} onMade={(name, secret) => setAsked({ about: 'secret', name, secret, replaced: false })} onClose={close} />
      )}
      {asked?.about === 'replacing' && (
        <ReplaceKeyDialog
          networkId={networkId}
          apiKey={asked.key}
          onReplaced={(secret) => setAsked({ about: 'secret', name: asked.key.name, secret, replaced: true })}
          onClose={close}
        />
      )}
      {asked?.about === 'ending' && <EndKeyDialog networkId={networkId} apiKey={asked.key} onClose={close} />}
      {asked?.about === 'secret' && <KeySecretDialog name={asked.name} secret={asked.secret} replaced={asked.replaced} onClose={close} />}
    </section>
  )
}

/** The API keys of the current network: Admins manage them, Auditors may read. */
export const Keys = () => {
  const user = useUser()
  if (!useOversees() || !user?.network) return <KeysForbidden />
  return <KeysOf key={user.network.id} networkId={user.network.id} mayChange={user.role === 'Admin'} />
}
