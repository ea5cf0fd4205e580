import { languageLabels } from '../../modules/kernel/language.ts'
import type { Network } from '../../modules/networks/contract.ts'
import { errorMessage } from '../api/error-message.ts'
import { reread, retryOf } from '../api/refetch.ts'
import { useUser } from '../session/session.ts'
import { Facts } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { sectionHead } from '../ui/text.css.ts'
import { NetworkForm } from './network-form.tsx'
import { ladderWords, zoneWords } from './network-words.ts'
import * as styles from './networks.css.ts'
import { useNetwork } from './use-network.ts'

const ReadOnly = ({ network }: { network: Network }) => (
  <div className={styles.readOnly}>
    <Facts
      facts={[
        ['Name', network.name],
        ['Description', network.description ?? 'None'],
        ['Short name', network.slug],
        ['Time zone', zoneWords(network.timeZone)],
        ['Mails come from', network.senderName ?? network.name],
        ['Language of mails', languageLabels[network.language]],
        ['Opened mails', network.trackMail ? 'Noted' : 'Not noted'],
        ['Second factor', network.secondFactor ? 'Asked of Admins' : 'Not asked for'],
        ['Reminders', ladderWords(network.reminderDays)],
        ['Websites', network.embedOrigins.join(', ') || 'None'],
      ]}
    />
  </div>
)

const SettingsOf = ({ id, mayChange }: { id: string; mayChange: boolean }) => {
  const network = useNetwork(id)
  return (
    <section aria-labelledby="network">
      <div className={sectionHead}>
        <h2 id="network">Network</h2>
      </div>
      {network.isPending && (
        <Loading text="Loading network...">
          <BoneRows rows={5} />
        </Loading>
      )}
      {network.isError && !network.data && (
        <ErrorState level={3} title="Failed to load the network" onRetry={retryOf(network)}>
          {errorMessage(network.error, 'view', 'network')}
        </ErrorState>
      )}
      {network.data && (mayChange ? <NetworkForm loaded={network.data} reload={() => reread(network)} /> : <ReadOnly network={network.data.value} />)}
    </section>
  )
}

/** The current network's settings: Admins change them, Auditors look. */
export const NetworkSettings = () => {
  const user = useUser()
  if (!user?.network || (user.role !== 'Admin' && user.role !== 'Auditor'))
    return <ErrorState title="You do not have permission to view this network.">Ask its administrator if something in it should change.</ErrorState>
  return <SettingsOf key={user.network.id} id={user.network.id} mayChange={user.role === 'Admin'} />
}
