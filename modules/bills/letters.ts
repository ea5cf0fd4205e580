import type { Letter } from '../platform/mail/letter.ts'

/** The mail to an Admin about claims that have waited for a week. */
export const waitingClaimsLetter = (firstName: string, count: number, url: string): Letter => {
  const payments = count === 1 ? '1 payment has' : `${count} payments have`
  return {
    subject: `${payments} been waiting for more than a week`,
    heading: `Hello ${firstName}`,
    paragraphs: [
      `${payments} been waiting for more than a week to be confirmed: payors have told us that they sent the money.`,
      `Look at your bank or app. Mark ${count === 1 ? 'it' : 'each'} as paid once the money is there, or as not received.`,
    ],
    action: { label: 'See what waits', url },
  }
}

export type ReturnedMoney = 'PaymentDisputed' | 'DisputeWon' | 'DisputeLost' | 'DebitFailed' | 'RefundFailed'

type Words = Pick<Letter, 'subject' | 'paragraphs'>

/** The words of each mail; `of` names payor and program, and the amount is null if no money moved. */
const returned: Readonly<Record<ReturnedMoney, (amount: string | null, of: string) => Words>> = {
  PaymentDisputed: (amount, of) => ({
    subject: amount ? `A payment of ${amount} is disputed` : 'A payment is disputed that was paid back',
    paragraphs: [
      amount
        ? `The payor's bank has taken back ${amount} that was paid for ${of}. The bill is open again until the dispute is decided.`
        : `The payor's bank asks for money that was paid for ${of}, and has been paid back already.`,
      'Answer the dispute in your Stripe dashboard in time: without an answer it is lost.',
    ],
  }),
  DisputeWon: (amount, of) => ({
    subject: amount ? `A dispute about ${amount} is won` : 'A dispute is won',
    paragraphs: [
      amount
        ? `The dispute about the payment for ${of} is decided for you: ${amount} came back, and counts for the bill again.`
        : `The dispute about the payment for ${of} is decided for you.`,
    ],
  }),
  DisputeLost: (_, of) => ({
    subject: 'A dispute is lost',
    paragraphs: [`The dispute about the payment for ${of} is decided for the payor. The bill stays open for what was taken back.`],
  }),
  DebitFailed: (_, of) => ({
    subject: 'A bank debit came back',
    paragraphs: [`The bank debit for ${of} came back unpaid. The bill is open again, and can be paid in any other way.`],
  }),
  RefundFailed: (_, of) => ({
    subject: 'A refund failed',
    paragraphs: [`The refund of the payment for ${of} did not reach the payor. The money is back in your Stripe account.`],
  }),
}

/** The mail to an Admin about money that a bank withdrew or returned. */
export const returnedMoneyLetter = (firstName: string, what: ReturnedMoney, amount: string | null, of: string, url: string): Letter => ({
  ...returned[what](amount, of),
  heading: `Hello ${firstName}`,
  action: { label: 'Look at the bill', url },
})
