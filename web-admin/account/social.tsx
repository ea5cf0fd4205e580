import { apiUrl } from '../api/address.ts'
import { ButtonLink } from '../ui/button.tsx'
import { FacebookMark, GoogleMark } from '../ui/provider-mark.tsx'
import * as styles from './frame.css.ts'

const providers = [
  ['google', 'Google', GoogleMark],
  ['facebook', 'Facebook', FacebookMark],
] as const

/** Browser navigations to the providers, with the way back if there is one. */
export const SocialButtons = ({ redirectTo, verb }: { redirectTo: string | null; verb: string }) => (
  <>
    <p className={styles.or}>or</p>
    <div className={styles.pair}>
      {providers.map(([path, name, Mark]) => (
        <ButtonLink key={path} href={apiUrl(`/api/oauth/${path}`, { redirectTo })} leaves wide label={`${verb} with ${name}`}>
          <Mark />
          {name}
        </ButtonLink>
      ))}
    </div>
  </>
)
