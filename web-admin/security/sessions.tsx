import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import type { OpenSession } from '../../modules/identity/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { formatDayHere } from '../ui/days.ts'
import { focusToReturn } from '../ui/return-focus.ts'
import { muted, sectionHead, small } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { useEndSession, useSessions } from './calls.ts'
import * as styles from './security.css.ts'

const timeHere = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const momentHere = (moment: string): string => `${formatDayHere(moment)}, ${timeHere.format(new Date(moment))}`

const Row = ({ session, onEnd }: { session: OpenSession; onEnd: (session: OpenSession) => void }) => {
  const { device, createdAt, lastSeenAt, current } = session
  return (
    <li className={styles.row}>
      <MonitorSmartphone aria-hidden />
      <div>
        <h3 className={styles.name}>
          {device} {current && <span className={styles.here}>This one</span>}
        </h3>
        <p className={`${small} ${muted}`}>
          Signed in on {formatDayHere(createdAt)} · last used {current ? 'now' : momentHere(lastSeenAt)}
        </p>
      </div>
      {!current && (
        <Button aria-label={`Sign Out, ${device}, signed in on ${formatDayHere(createdAt)}`} onClick={() => onEnd(session)}>
          Sign Out
        </Button>
      )}
    </li>
  )
}

const EndOthers = ({ onClose }: { onClose: () => void }) => (
  <ConfirmCall
    call={useEndSession()}
    input={null}
    title="Sign out everywhere else?"
    action="Sign Out"
    busyText="Signing out..."
    done="You are signed in only here"
    failed={(error) => messageOr(error, 'The sessions could not be ended. Please try again.')}
    onClose={onClose}
  >
    You stay signed in here. If somebody else was signed in as you, change your password as well.
  </ConfirmCall>
)

/** Where one is signed in, each to be ended. */
export const Sessions = () => {
  const sessions = useSessions()
  const end = useEndSession()
  const toast = useToast()
  const [leaving, setLeaving] = useState(false)
  const endOne = ({ id, device }: OpenSession) => {
    const giveBack = focusToReturn()
    end.mutate(id, {
      onSuccess: () => {
        toast(`${device} is signed out`)
        giveBack()
      },
      onError: (error) => toast(messageOr(error, 'The session could not be ended. Please try again.'), { tone: 'failure' }),
    })
  }
  const others = sessions.data?.filter(({ current }) => !current) ?? []
  return (
    <section aria-labelledby="sessions">
      <div className={sectionHead}>
        <h2 id="sessions">Where you are signed in</h2>
        {others.length > 0 && <Button onClick={() => setLeaving(true)}>Sign Out Elsewhere</Button>}
      </div>
      <Loaded query={sessions} loading="Loading sessions..." rows={2} failed="Failed to load sessions" action="view" thing="session">
        {(open) => (
          <ul className={styles.rows}>
            {open.map((session) => (
              <Row key={session.id} session={session} onEnd={endOne} />
            ))}
          </ul>
        )}
      </Loaded>
      {leaving && <EndOthers onClose={() => setLeaving(false)} />}
    </section>
  )
}
