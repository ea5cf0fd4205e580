import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { grow, onlyScreen } from '../base.css.ts'
import { onTabKey } from '../focus.ts'
import { section } from '../page.css.ts'
import { useWords } from '../words/words.ts'
import { accountLine, tab, tabs } from './account.css.ts'

export type AccountView = 'pay' | 'paid' | 'mine'

type Props = { view: AccountView; canPay: boolean; onView: (view: AccountView) => void }

/** The tabs of a signed-in payor. The tab for paying is there only while the bill can be paid. */
export const AccountTabs = ({ view, canPay, onView }: Props) => {
  const { t } = useWords()
  const words: Record<AccountView, string> = { pay: t.makePayment, paid: t.myPaid, mine: t.viewMine }
  const views: AccountView[] = canPay ? ['pay', 'paid', 'mine'] : ['paid', 'mine']
  return (
    <div
      className={`${tabs} ${onlyScreen}`}
      role="tablist"
      aria-label={t.account}
      onKeyDown={(event) =>
        onTabKey(event, (index) => {
          const next = views[index]
          if (next) onView(next)
        })
      }
    >
      {views.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={`view-${each}`}
          className={tab}
          aria-selected={each === view}
          aria-controls="view-panel"
          tabIndex={each === view ? 0 : -1}
          onClick={() => onView(each)}
        >
          {words[each]}
        </button>
      ))}
    </div>
  )
}

export const ViewPanel = ({ view, children }: { view: AccountView; children: ReactNode }) => (
  <div role="tabpanel" id="view-panel" aria-labelledby={`view-${view}`} className={section}>
    {children}
  </div>
)

export const AccountLine = ({ name, signOutHref }: { name: string; signOutHref: string }) => {
  const { t } = useWords()
  return (
    <p className={`${accountLine} ${onlyScreen}`}>
      <UserRound size={16} />
      <span className={grow}>{t.signedInAs(name || t.user)}</span>
      <a href={signOutHref}>{t.signOut}</a>
    </p>
  )
}
