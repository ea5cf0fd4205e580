import type { PublicBill } from '../../../modules/bills/contract.ts'
import { AskWhom } from '../ask-whom.tsx'
import { bringIntoView } from '../focus.ts'
import { choosePath, guestPath } from '../links.ts'
import type { usePlace } from '../use-place.ts'
import type { PayState } from '../view.ts'
import { useWords } from '../words/words.ts'
import { Banner } from './banner.tsx'
import { chosenMethod, dueOf, isByStripe, offeredMethods, usableMethods } from './bill-state.ts'
import { ClaimForm } from './claim-form.tsx'
import { MethodPanel, PrintedMethods } from './method-panel.tsx'
import { MethodTabs, PANEL_ID } from './method-tabs.tsx'
import { StripePanel } from './stripe-panel.tsx'
import type { Claim } from './use-claim.ts'
import type { Payment } from './use-payment.ts'
import { useSaved } from './use-saved.ts'

type Props = {
  bill: PublicBill
  state: PayState
  nav: ReturnType<typeof usePlace>
  claim: Claim
  payment: Payment
  /** True if the bill belongs to the signed-in visitor, or to a member for whom they pay. */
  isPayor: boolean
  /** True until the bills that are paid together are known. */
  waits: boolean
}

/** The offered methods as tabs, with the instructions of the chosen one; or the reason why there are none. */
export const PaySection = ({ bill, state, nav: { at, place, choose }, claim, payment, isPayor, waits }: Props) => {
  const { t } = useWords()
  const { whole } = place
  const methods = bill.paymentProfile?.methods ?? {}
  const usable = offeredMethods(bill.paymentProfile)
  const chosen = chosenMethod(usable, place.method)
  const saved = useSaved(bill.id, isPayor && chosen !== null && isByStripe(methods, chosen))
  if (!chosen)
    return (
      <Banner tone="warning">
        {bill.paymentProfile ? t.noMethods : t.noProfile}
        {bill.contact && <AskWhom contact={bill.contact} words={t.askHow} />}
      </Banner>
    )
  const byHand = usableMethods(methods)
  return (
    <>
      <MethodTabs
        methods={usable}
        of={methods}
        chosen={chosen}
        hrefOf={(method) => guestPath(at, method)}
        onChoose={(method) => {
          payment.forget()
          choose(method)
        }}
        // In a frame only the site itself may scroll.
        onPress={() => at.embedded || requestAnimationFrame(() => bringIntoView(document.querySelector(`#${PANEL_ID} h2`), 'nearest'))}
      />
      {isByStripe(methods, chosen) ? (
        <>
          <StripePanel
            key={chosen}
            bill={bill}
            method={chosen}
            hasOthers={byHand.length > 0}
            standIn={state.standIn}
            due={dueOf(bill, whole)}
            waits={waits}
            payment={payment}
            saved={saved}
          />
          <PrintedMethods bill={bill} whole={whole} methods={methods} shown={byHand} />
        </>
      ) : (
        <MethodPanel bill={bill} whole={whole} method={chosen} methods={methods}>
          <ClaimForm
            key={chosen}
            action={choosePath(at)}
            attempt={state.attempt}
            method={chosen}
            whole={whole}
            lang={at.langChosen ? at.lang : null}
            busy={claim.busy}
            problem={claim.problem}
            onSend={() => claim.send(chosen)}
          />
        </MethodPanel>
      )}
    </>
  )
}
