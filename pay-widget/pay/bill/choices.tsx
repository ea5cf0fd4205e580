import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import type { MouseEvent } from 'react'
import { AccountLine } from '../account/account-tabs.tsx'
import type { Visitor } from '../account/use-visitor.ts'
import { onlyScreen } from '../base.css.ts'
import { beforeChoices, choice, choices } from '../controls.css.ts'
import { choosePath, type LinkContext, loginPath, logoutPath } from '../links.ts'
import { rememberSigningIn } from '../memory.ts'
import { section } from '../page.css.ts'
import { useWords } from '../words/words.ts'
import { Banner } from './banner.tsx'

type Props = {
  at: LinkContext
  visitor: Visitor
  guestHref: string
  isGuest: boolean
  /** True if a method could be saved after signing in. */
  canSave: boolean
  onGuest: () => void
}

/** True for a click without a modifier key: with one, the browser itself handles the link. */
const isPlain = (event: MouseEvent): boolean => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Both choices are links, so that they work without script. */
export const Choices = ({ at, visitor, guestHref, isGuest, canSave, onGuest }: Props) => {
  const { t } = useWords()
  const isStranger = visitor.kind === 'stranger'
  const signInHref = loginPath(at)
  return (
    <section className={`${section} ${onlyScreen}`} aria-label={t.howToGoOn}>
      {isStranger && (
        <div className={beforeChoices}>
          <AccountLine name={visitor.name} signOutHref={visitor.signOutPath ?? logoutPath(choosePath(at))} />
          <Banner tone="info" title={t.notYours}>
            {t.notYoursHint}
          </Banner>
        </div>
      )}
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
        <a
          className={choice}
          href={isStranger ? logoutPath(signInHref) : signInHref}
          target={at.embedded ? '_top' : undefined}
          onClick={() => rememberSigningIn(at.id)}
        >
          {isStranger ? <LogOut /> : <LogIn />}
          <strong>{isStranger ? t.otherAccount : t.signInAndPay}</strong>
          <small>{isStranger ? t.otherAccountHint : canSave ? t.signInAndPayHint : t.signInToSee}</small>
        </a>
      </div>
    </section>
  )
}
