import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import type { MouseEvent } from 'react'
import { choice, choices } from '../controls.css.ts'
import { useWords } from '../words/words.ts'

type Props = {
  guestHref: string
  signInHref: string
  isGuest: boolean
  otherAccount: boolean
  embedded: boolean
  /** True if a method could be saved. */
  canSave: boolean
  onGuest: () => void
  onSignIn: () => void
}

/** With a modifier key the browser handles the link itself. */
const isPlain = (event: MouseEvent): boolean => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Both choices are links, so that they work without script. */
export const Choices = ({ guestHref, signInHref, isGuest, otherAccount, embedded, canSave, onGuest, onSignIn }: Props) => {
  const { t } = useWords()
  return (
    <div className={choices}>
      <a
        className={choice}
        href={guestHref}
        aria-current={isGuest || undefined}
        onClick={(event) => {
          if (!isPlain(event)) return
          event.preventDefault()
          onGuest()
        }}
      >
        <UserRound />
        <strong>{t.payAsGuest}</strong>
        <small>{t.payAsGuestHint}</small>
      </a>
      <a className={choice} href={signInHref} target={embedded ? '_top' : undefined} onClick={onSignIn}>
        {otherAccount ? <LogOut /> : <LogIn />}
        <strong>{otherAccount ? t.otherAccount : t.signInAndPay}</strong>
        <small>{otherAccount ? t.otherAccountHint : canSave ? t.signInAndPayHint : t.signInToSee}</small>
      </a>
    </div>
  )
}
