import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { wanted } from './panel.css.ts'
import { wantedWords } from './wanted-words.ts'

/** What Stripe still asks for; nothing where it asks for nothing. */
export const Wanted = ({ profile: { stripeWants } }: { profile: Pick<PaymentProfile, 'stripeWants'> }) =>
  stripeWants.length > 0 && (
    <>
      Stripe still needs:
      <ul className={wanted}>
        {wantedWords(stripeWants).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </>
  )
