import { Activity, LogOut } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { User } from '../../modules/identity/contract.ts'
import { useSession } from '../domain/session/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import * as text from '../ui/text.css.ts'
import * as styles from './shell.css.ts'

/** 'NF' for Naomi Ferrand; 'U' when the name is unknown. */
export const initials = (user: Pick<User, 'firstName' | 'lastName'> | null): string => {
  const letters = [user?.firstName, user?.lastName].map((name) => Array.from(name?.trim() ?? '')[0] ?? '').join('')
  return letters.toUpperCase() || 'U'
}

export const fullName = (user: Pick<User, 'firstName' | 'lastName'> | null): string => [user?.firstName, user?.lastName].filter(Boolean).join(' ')

const NetworkSwitch = lazy(async () => ({ default: (await import('./network-switch.tsx')).NetworkSwitch }))

/** The user with their network, a link for operators, and the sign-out. */
export const Who = ({ onChoose }: { onChoose?: () => void }) => {
  const { status, user } = useSession()
  const loading = status === 'loading'
  const face = (
    <>
      <span className={styles.initials} aria-hidden>
        {loading ? '...' : initials(user)}
      </span>
      <span className={text.grow}>
        <span className={`${text.medium} ${text.block}`}>{loading ? 'Loading...' : fullName(user)}</span>
        <span className={`${text.tiny} ${text.muted} ${text.block}`}>{loading ? 'Loading...' : (user?.network?.name ?? 'No network yet')}</span>
      </span>
    </>
  )
  const still = <div className={styles.person}>{face}</div>
  return (
    <div className={styles.who}>
      {user && user.networks.length > 1 ? (
        <Suspense fallback={still}>
          <NetworkSwitch user={user}>{face}</NetworkSwitch>
        </Suspense>
      ) : (
        still
      )}
      {user?.isOperator && (
        <ButtonLink href="/operations" variant="ghost" icon={Activity} className={styles.act} {...(onChoose ? { onPress: onChoose } : {})}>
          Operations
        </ButtonLink>
      )}
      <ButtonLink href="/logout" leaves variant="ghost" icon={LogOut} className={styles.act}>
        Sign Out
      </ButtonLink>
    </div>
  )
}
