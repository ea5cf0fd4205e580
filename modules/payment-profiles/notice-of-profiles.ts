import { isDeepStrictEqual } from 'node:util'
import { replay } from '../kernel/decider.ts'
import type { NoticeOf } from '../platform/mail/letter.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { profileCodec } from './codec.ts'
import { details, profileDecider } from './decider.ts'

const PAGE = { label: 'Look at the payment profiles', path: '/settings/payments' } as const

/** A new or changed payment profile, without account numbers. */
export const noticeOfProfiles = (personal: PersonalData): NoticeOf => {
  const { decode } = profileCodec(personal)
  return async (history, nameOf) => {
    const events = await decode(profileDecider.read(history))
    const before = replay(profileDecider, events.slice(0, -1))
    const after = replay(profileDecider, events)
    if (!after) return null
    const { networkId, name } = after
    const by = await nameOf(history.at(-1)?.metadata.actor ?? '')
    const noticeOf = (subject: string, text: string) => ({ networkId, subject, text, page: PAGE })
    if (!before)
      return noticeOf(
        `The payment profile ${name} was created`,
        `${by} has created the payment profile ${name}. A program can now be attached to it.`,
      )
    if (events.at(-1)?.type === 'StripeAccountConnected')
      return noticeOf(
        `The payment profile ${name} is being connected to Stripe`,
        `${by} is connecting the payment profile ${name} to a Stripe account. Card payments and bank debits will go to the bank account that is entered there.`,
      )
    const same = before.methods && after.methods && isDeepStrictEqual(details(before.methods), details(after.methods))
    return same
      ? noticeOf(
          `The payment profile ${name} was changed`,
          `${by} has changed the name of the payment profile ${name}, or which of its methods are on.`,
        )
      : noticeOf(
          `The payment details of ${name} were changed`,
          `${by} has changed bank or account details of the payment profile ${name}. Payors see the new details from now on.`,
        )
  }
}
