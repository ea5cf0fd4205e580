import { isAccessEnded } from '../../../modules/kernel/platform-access.ts'
import type { PaymentProfile } from '../../../modules/payment-profiles/contract.ts'
import { ACCESS_ENDED, wantedWords } from '../../domain/profile/wanted-words.ts'
import { wanted } from './panel.css.ts'

/** Stripe's open requirements, if there are any. */
export const Wanted = ({ profile: { stripeWants } }: { profile: Pick<PaymentProfile, 'stripeWants'> }) => {
  if (isAccessEnded(stripeWants)) return ACCESS_ENDED
  if (stripeWants.length === 0) return null
  return (
    <>
      Stripe still needs:
      <ul className={wanted}>
        {wantedWords(stripeWants).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </>
  )
}
