import { Link2, Unlink } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ConnectedAccount, Profile } from '../../modules/identity/contract.ts'
import { errorMessage, serverMessage } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { useConnectedAccounts } from '../domain/session/calls.ts'
import { connectProblem, type Provider, providers } from '../domain/session/providers.tsx'
import { useSaidOnce } from '../domain/session/use-once.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { formatDayHere } from '../ui/days.ts'
import { EmptyState } from '../ui/states.tsx'
import { muted, sectionHead, small } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { cameBackFrom, useConnectAccount, useDisconnectAccount } from './calls.ts'
import * as styles from './settings.css.ts'

const LAST_WAY_IN = 'It is your only way to sign in. Connect another account first.'

type CardProps = {
  provider: Provider
  account: ConnectedAccount | undefined
  onlyWayIn: boolean
  connecting: boolean
  onConnect: () => void
  onDisconnect: (account: ConnectedAccount) => void
}

const ProviderCard = ({ provider, account, onlyWayIn, connecting, onConnect, onDisconnect }: CardProps) => {
  const { name, Mark } = provider
  return (
    <li className={styles.providerCard}>
      <Mark />
      <div>
        <h3 className={styles.providerName}>{name}</h3>
        <p className={`${small} ${muted}`}>{account ? `Connected on ${formatDayHere(account.createdAt)}` : 'Not connected'}</p>
      </div>
      {account ? (
        <Button
          aria-label={`Disconnect, ${name}`}
          icon={Unlink}
          unavailable={onlyWayIn ? LAST_WAY_IN : undefined}
          onClick={() => onDisconnect(account)}
        >
          Disconnect
        </Button>
      ) : (
        <Button aria-label={`Connect, ${name}`} icon={Link2} busy={connecting} busyText="Connecting..." onClick={onConnect}>
          Connect
        </Button>
      )}
      {account && onlyWayIn && <p className={`${styles.providerReason} ${small} ${muted}`}>{LAST_WAY_IN}</p>}
    </li>
  )
}

type DisconnectProps = { account: ConnectedAccount; onDone: () => void; onClose: () => void }

const notDisconnected = (error: Error): string => {
  const reason = serverMessage(error)
  return `Failed to disconnect account${reason === null ? '' : `. ${reason}`}`
}

const Disconnect = ({ account: { id, provider }, onDone, onClose }: DisconnectProps) => (
  <ConfirmCall
    call={useDisconnectAccount()}
    input={id}
    title={`Disconnect ${provider}?`}
    action="Disconnect"
    busyText="Disconnecting..."
    danger
    done={`Successfully disconnected ${provider} account`}
    failed={notDisconnected}
    onDone={onDone}
    onClose={onClose}
  >
    You can then no longer sign in with {provider}. You can connect it again at any time.
  </ConfirmCall>
)

/** The sign-in providers, each with a button to connect or disconnect. */
export const ConnectedAccounts = ({ profile }: { profile: Profile }) => {
  const { error: refused } = useSaidOnce('error')
  /** The last failed connection; cleared by the next success. */
  const [error, setError] = useState(refused)
  const accounts = useConnectedAccounts()
  const toast = useToast()
  const [leaving, setLeaving] = useState<ConnectedAccount | null>(null)
  const [provider] = useState(cameBackFrom)
  const connect = useConnectAccount()
  const arrived = refused === null && accounts.data?.some((account) => account.provider === provider?.name) ? provider?.name : undefined
  useEffect(() => {
    if (arrived) toast(`Your ${arrived} account is connected`)
  }, [arrived, toast])
  const problem = connect.isError ? errorMessage(connect.error, 'connect', 'account') : error === null ? null : connectProblem(error)
  const onlyWayIn = !profile.hasPassword && accounts.data?.length === 1
  return (
    <section aria-labelledby="connected-accounts">
      <div className={sectionHead}>
        <h2 id="connected-accounts">Connected Accounts</h2>
      </div>
      {problem !== null && (
        <Banner tone="failure" title="The account was not connected" className={styles.above}>
          {problem}
        </Banner>
      )}
      <Loaded
        query={accounts}
        loading="Loading connected accounts..."
        rows={2}
        failed="Failed to load connected accounts"
        action="load"
        thing="connected account"
      >
        {(connected) => (
          <>
            {connected.length === 0 && (
              <EmptyState level={3} icon={Link2} title="No Connected Accounts">
                Connect Google or Facebook, and you can sign in without typing your password.
              </EmptyState>
            )}
            <ul className={styles.providerCards}>
              {providers.map((provider) => (
                <ProviderCard
                  key={provider.path}
                  provider={provider}
                  account={connected.find((account) => account.provider === provider.name)}
                  onlyWayIn={onlyWayIn}
                  connecting={connect.isPending && connect.variables === provider}
                  onConnect={() => connect.mutate(provider)}
                  onDisconnect={setLeaving}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {leaving && <Disconnect account={leaving} onDone={() => setError(null)} onClose={() => setLeaving(null)} />}
    </section>
  )
}
