import type { PublicBill } from '../../../modules/bills/contract.ts'
import { guestPath, type LinkContext, payPath } from '../links.ts'
import { useWords } from '../words/words.ts'
import { Banner } from './banner.tsx'
import { chosenMethod, isByStripe, offeredMethods } from './bill-state.ts'
import { ClaimForm } from './claim-form.tsx'
import { MethodPanel } from './method-panel.tsx'
import { MethodTabs } from './method-tabs.tsx'
import { StripePanel } from './stripe-panel.tsx'
import type { Claim } from './use-claim.ts'
import type { Payment } from './use-payment.ts'

type Props = {
  bill: PublicBill
  at: LinkContext
  wanted: string | null
  onChoose: (method: string) => void
  claim: Claim
  payment: Payment
  standIn: string | null
}

/** The methods of the bill's profile as tabs, and the chosen one's instructions; or why there are none. */
export const PaySection = ({ bill, at, wanted, onChoose, claim, payment, standIn }: Props) => {
  const { t } = useWords()
  if (!bill.paymentProfile) return <Banner tone="warning">{t.noProfile}</Banner>
  const { methods } = bill.paymentProfile
  const usable = offeredMethods(bill.paymentProfile)
  const chosen = chosenMethod(usable, wanted)
  if (!chosen) return <Banner tone="warning">{t.noMethods}</Banner>
  return (
    <>
      <MethodTabs methods={usable} chosen={chosen} hrefOf={(method) => guestPath(at, method)} onChoose={onChoose} />
      {isByStripe(methods, chosen) ? (
        <StripePanel bill={bill} method={chosen} hasOthers={usable.some((one) => !isByStripe(methods, one))} standIn={standIn} payment={payment} />
      ) : (
        <MethodPanel bill={bill} method={chosen} methods={methods}>
          <ClaimForm
            key={chosen}
            action={payPath(at.id)}
            method={chosen}
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
