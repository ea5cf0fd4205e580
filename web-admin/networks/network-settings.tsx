import { languageLabels } from '../../modules/kernel/language.ts'
import type { Network } from '../../modules/networks/contract.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { HistorySection } from '../domain/history/history-section.tsx'
import { useNetwork } from '../domain/network/calls.ts'
import { ladderWords, zoneWords } from '../domain/network/network-words.ts'
import { reread } from '../domain/queries.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { useUser } from '../domain/session/session.ts'
import { Facts } from '../ui/card.tsx'
import { ErrorState } from '../ui/states.tsx'
import { sectionHead } from '../ui/text.css.ts'
import { NetworkForm } from './network-form.tsx'
import * as styles from './networks.css.ts'

const contactWords = ({ contactName, contactEmail, contactPhone, postalAddress }: Network): string =>
  [contactName, contactEmail, contactPhone, postalAddress].filter(Boolean).join(', ') || 'The first Admin'

const ReadOnly = ({ network }: { network: Network }) => (
  <div className={styles.readOnly}>
    <Facts
      facts={[
        ['Name', network.name],
        ['Description', network.description ?? 'None'],
        ['Short name', network.slug],
        ['Time zone', zoneWords(network.timeZone)],
        ['Sender name', network.senderName ?? network.name],
        ['Mail language', languageLabels[network.language]],
        ['Opened mails', network.trackMail ? 'Tracked' : 'Not tracked'],
        ['Second factor', network.secondFactor ? 'Required for Admins' : 'Not required'],
        ['Daily seal', network.mailSeals ? 'Mailed to Admins' : 'Not mailed'],
        ['Congregations', network.congregationsPayForMembers ? 'May pay for their members' : 'Pay only their own bills'],
        ['Deposits', network.depositsCountedByTwo ? 'Counted by two' : 'May be closed by whoever entered them'],
        ['Contact for payors', contactWords(network)],
        ['Reminders', ladderWords(network.reminderDays)],
      ]}
    />
  </div>
)

const SettingsOf = ({ id, mayChange }: { id: string; mayChange: boolean }) => {
  const network = useNetwork(id)
  return (
    <>
      <section aria-labelledby="network">
        <div className={sectionHead}>
          <h2 id="network">Network</h2>
        </div>
        <Loaded query={network} loading="Loading network..." rows={5} failed="Failed to load the network" action="view" thing="network">
          {(loaded) => (mayChange ? <NetworkForm loaded={loaded} reload={() => reread(network)} /> : <ReadOnly network={loaded.value} />)}
        </Loaded>
      </section>
      <HistorySection thing="network" id={id} title="History of the network" className={styles.history} />
    </>
  )
}

/** The current network's settings: Admins may change them, Auditors may read. */
export const NetworkSettings = () => {
  const user = useUser()
  if (!useOversees() || !user?.network)
    return <ErrorState title="You do not have permission to view this network.">Ask its administrator if something in it should change.</ErrorState>
  return <SettingsOf key={user.network.id} id={user.network.id} mayChange={user.role === 'Admin'} />
}
