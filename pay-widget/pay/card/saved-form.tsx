import type { PublicBill } from '../../../modules/bills/contract.ts'
import type { SavedMethod } from '../../../modules/payments/contract.ts'
import { stripeForm } from '../bill/bill.css.ts'
import type { Payment } from '../bill/use-payment.ts'
import { useWords } from '../words/words.ts'
import { openStripe } from './open-stripe.ts'
import { outcomeFor, PayButton } from './pay-button.tsx'

type Props = {
  bill: PublicBill
  due: number
  by: SavedMethod
  payment: Payment
  standIn: string | null
}

/**
 * Pays with a saved method. There are no fields: Stripe confirms the payment, perhaps after the bank's authentication.
 */
export const SavedForm = ({ bill, due, by: { id, kind }, payment, standIn }: Props) => {
  const { lang } = useWords()
  return (
    <form
      className={stripeForm}
      aria-busy={payment.busy}
      onSubmit={(event) => {
        event.preventDefault()
        payment.pay({
          method: kind,
          balance: due,
          keeping: { savedMethodId: id },
          confirm: async ({ clientSecret, publishableKey, connectedAccountId }) => {
            const stripe = await openStripe(publishableKey, connectedAccountId, lang, standIn)
            const result = await stripe.confirmPayment({
              clientSecret,
              redirect: 'if_required',
              confirmParams: { payment_method: id, return_url: location.href },
            })
            return outcomeFor(stripe, clientSecret, result)
          },
        })
      }}
    >
      <PayButton payment={payment} bill={bill} method={kind} amount={due} />
    </form>
  )
}
