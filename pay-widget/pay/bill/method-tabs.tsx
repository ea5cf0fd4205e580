import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import AtSign from 'lucide-react/icons/at-sign'
import CreditCard from 'lucide-react/icons/credit-card'
import DollarSign from 'lucide-react/icons/dollar-sign'
import Landmark from 'lucide-react/icons/landmark'
import Mail from 'lucide-react/icons/mail'
import Smartphone from 'lucide-react/icons/smartphone'
import Wallet from 'lucide-react/icons/wallet'
import type { KeyboardEvent } from 'react'
import type { PublicMethods } from '../../../modules/bills/contract.ts'
import type { MethodKey } from '../../../modules/kernel/payment-methods.ts'
import { onlyScreen } from '../base.css.ts'
import { methodCell, method as methodClass, methods as methodsClass } from '../controls.css.ts'
import { onTabKey } from '../focus.ts'
import { useHydrated } from '../use-hydrated.ts'
import { useWords } from '../words/words.ts'
import { isByStripe } from './bill-state.ts'

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
export const PANEL_ID = 'method-panel'
/** The id of the payment methods: links lead to it, and it gets the focus. */
export const METHODS_ID = 'how-to-pay'

type Props = {
  methods: MethodKey[]
  of: PublicMethods
  chosen: MethodKey
  hrefOf: (method: MethodKey) => string
  onChoose: (method: MethodKey) => void
  onPress: () => void
}

/**
 * Links, which act as tabs where script runs. The help next to a tab describes it and can be clicked, but is not part
 * of the tab's name.
 */
export const MethodTabs = ({ methods, of, chosen, hrefOf, onChoose, onPress }: Props) => {
  const { t } = useWords()
  const hydrated = useHydrated()
  const link = (method: MethodKey) => {
    const Icon = icons[method]
    const isChosen = method === chosen
    const id = methodTabId(method)
    const helpId = `${id}-help`
    const { name, help } = isByStripe(of, method) ? t.stripe[method] : t.methods[method]
    const state = hydrated
      ? { role: 'tab', 'aria-selected': isChosen, 'aria-controls': PANEL_ID, tabIndex: isChosen ? 0 : -1 }
      : { 'aria-current': isChosen || undefined }
    return (
      <div key={method} className={methodCell}>
        <a
          id={id}
          className={methodClass}
          href={hrefOf(method)}
          aria-describedby={helpId}
          onClick={(event) => {
            event.preventDefault()
            onChoose(method)
            onPress()
          }}
          {...state}
        >
          <Icon size={16} />
          {name}
        </a>
        <small id={helpId}>{help}</small>
      </div>
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
    <div id={METHODS_ID} className={`${methodsClass} ${onlyScreen}`} {...bar}>
      {methods.map(link)}
    </div>
  )
}
