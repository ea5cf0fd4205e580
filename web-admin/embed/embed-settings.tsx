import { useState } from 'react'
import { Loaded } from '../domain/api/loaded.tsx'
import { useNetwork } from '../domain/network/calls.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { useUser } from '../domain/session/session.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { sectionHead } from '../ui/text.css.ts'
import * as styles from './embed.css.ts'
import { ForDevelopers } from './for-developers.tsx'
import { Places } from './places.tsx'
import { Preview } from './preview.tsx'
import { NO_CHOICES } from './snippet.ts'
import { TagForm } from './tag-form.tsx'
import { Websites } from './websites.tsx'
import { WithoutScript } from './without-script.tsx'

const EmbedOf = ({ networkId, mayChange }: { networkId: string; mayChange: boolean }) => {
  const network = useNetwork(networkId)
  const [choices, setChoices] = useState(NO_CHOICES)
  return (
    <section aria-labelledby="embed">
      <div className={sectionHead}>
        <h2 id="embed">Embed</h2>
      </div>
      <p className={styles.intro}>
        Payors find their bill and pay it on your own website: choose how it looks, paste what stands below, and list the site.
      </p>
      <Loaded query={network} loading="Loading network..." rows={5} failed="Failed to load the network" action="view" thing="network">
        {({ value }) => (
          <>
            <div className={styles.made}>
              <TagForm choices={choices} onChange={setChoices} />
              <Preview networkId={networkId} choices={choices} />
            </div>
            <Places networkId={networkId} choices={choices} />
            <Websites networkId={networkId} sites={value.embedOrigins} mayChange={mayChange} />
            <WithoutScript networkId={networkId} choices={choices} />
            <ForDevelopers networkId={networkId} choices={choices} />
          </>
        )}
      </Loaded>
    </section>
  )
}

/** The pay form on a church's own site: Admins set it up, Auditors look. */
export const EmbedSettings = () => {
  const user = useUser()
  if (!useOversees() || !user?.network)
    return <ErrorState title="You do not have permission to view this network.">Ask its administrator if something in it should change.</ErrorState>
  return <EmbedOf key={user.network.id} networkId={user.network.id} mayChange={user.role === 'Admin'} />
}
