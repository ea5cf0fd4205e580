import { apiUrl } from '../domain/api/client.ts'
import { providers } from '../domain/session/providers.tsx'
import { ButtonLink } from '../ui/button.tsx'
import * as styles from './frame.css.ts'

/** Links to the providers' sign-in pages. */
export const SocialButtons = ({ redirectTo, verb, or }: { redirectTo: string | null; verb: (name: string) => string; or: string }) => (
  <>
    <p className={styles.or}>{or}</p>
    <div className={styles.pair}>
      {providers.map(({ path, name, Mark }) => (
        <ButtonLink key={path} href={apiUrl(`/api/oauth/${path}`, { redirectTo })} leaves wide label={verb(name)}>
          <Mark />
          {name}
        </ButtonLink>
      ))}
    </div>
  </>
)
