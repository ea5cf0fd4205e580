import { Authenticator } from './authenticator.tsx'
import { Passkeys } from './passkeys.tsx'
import { Recovery } from './recovery.tsx'
import * as styles from './security.css.ts'
import { Sessions } from './sessions.tsx'

/** What protects one's account: second factors, and where one is signed in. */
export const Security = () => (
  <div className={styles.parts}>
    <Authenticator />
    <Passkeys />
    <Recovery />
    <Sessions />
  </div>
)
