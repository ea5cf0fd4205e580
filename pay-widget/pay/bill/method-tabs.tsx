import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import AtSign from 'lucide-react/icons/at-sign'
import CreditCard from 'lucide-react/icons/credit-card'
import DollarSign from 'lucide-react/icons/dollar-sign'
import Landmark from 'lucide-react/icons/landmark'
import Mail from 'lucide-react/icons/mail'
import Smartphone from 'lucide-react/icons/smartphone'
import Wallet from 'lucide-react/icons/wallet'
import type { KeyboardEvent } from 'react'
import type { MethodKey } from '../../../modules/kernel/payment-methods.ts'
import { onlyScreen } from '../base.css.ts'
import { method as methodClass, methods as methodsClass } from '../controls.css.ts'
import { onTabKey } from '../tab-keys.ts'
import { useHydrated } from '../use-hydrated.ts'
import { useWords } from '../words/words.ts'

const icons = {
  credit: CreditCard,
  ach: Landmark,
  wire: ArrowLeftRight,
  zelle: Smartphone,
  paypal: Wallet,
  venmo: AtSign,
  cashapp: DollarSign,
  check: Mail,
} satisfies Record<MethodKey, unknown>

export const methodTabId = (method: MethodKey): string => `method-${method}`

type Props = { methods: MethodKey[]; chosen: MethodKey; hrefOf: (method: MethodKey) => string; onChoose: (method: MethodKey) => void }

/** Links for everybody; once script runs the same links act as tabs. */
export const MethodTabs = ({ methods, chosen, hrefOf, onChoose }: Props) => {
  const { t } = useWords()
  const hydrated = useHydrated()
  const link = (method: MethodKey) => {
    const Icon = icons[method]
    const isChosen = method === chosen
    const state = hydrated
      ? { role: 'tab', 'aria-selected': isChosen, 'aria-controls': 'method-panel', tabIndex: isChosen ? 0 : -1 }
      : { 'aria-current': isChosen || undefined }
    return (
      <a
        key={method}
        id={methodTabId(method)}
        className={methodClass}
        href={hrefOf(method)}
        onClick={(event) => {
          event.preventDefault()
          onChoose(method)
        }}
        {...state}
      >
        <Icon size={16} />
        {method === 'credit' ? t.stripe.credit.name : t.methods[method].name}
      </a>
    )
  }
  const bar = {
    role: hydrated ? 'tablist' : 'group',
    'aria-label': t.howToPay,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
      onTabKey(event, (index) => {
        const method = methods[index]
        if (method) onChoose(method)
      }),
  }
  return (
    <div className={`${methodsClass} ${onlyScreen}`} {...bar}>
      {methods.map(link)}
    </div>
  )
}
