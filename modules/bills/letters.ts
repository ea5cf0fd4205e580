import type { Letter } from '../platform/mail/letter.ts'

/** The mail to an Admin about claims that have waited for a week. */
export const waitingClaimsLetter = (firstName: string, count: number, url: string): Letter => {
  const payments = count === 1 ? '1 payment has' : `${count} payments have`
  return {
    subject: `${payments} been waiting for more than a week`,
    heading: `Hello ${firstName}`,
    paragraphs: [
      `${payments} been waiting for more than a week to be confirmed: payors have told us that they sent the money.`,
      `Check your bank account or payment app. Mark ${count === 1 ? 'it' : 'each'} as paid if the money has arrived, or as not received.`,
    ],
    action: { label: 'See the waiting payments', url },
  }
}

export type ReturnedMoney = 'PaymentDisputed' | 'DisputeWon' | 'DisputeLost' | 'DebitFailed' | 'RefundFailed'

type Words = Pick<Letter, 'subject' | 'paragraphs'>

/** The texts of each mail. `amount`: null if no money moved. `of`: names the payor and the program. */
const returned: Readonly<Record<ReturnedMoney, (amount: string | null, of: string) => Words>> = {
  PaymentDisputed: (amount, of) => ({
    subject: amount ? `A payment of ${amount} is disputed` : 'A refunded payment is disputed',
    paragraphs: [
      amount
        ? `The payor's bank has taken back ${amount} that was paid for ${of}. The bill is open again until the dispute is decided.`
        : `The payor's bank asks for the money that was paid for ${of}, although it has been refunded already.`,
      'Answer the dispute in your Stripe dashboard before its deadline. Without an answer, you lose it.',
    ],
  }),
  DisputeWon: (amount, of) => ({
    subject: amount ? `You won a dispute about ${amount}` : 'You won a dispute',
    paragraphs: [
      amount
        ? `The dispute about the payment for ${of} was decided in your favor. ${amount} came back and counts toward the bill again.`
        : `The dispute about the payment for ${of} was decided in your favor.`,
    ],
  }),
  DisputeLost: (_, of) => ({
    subject: 'You lost a dispute',
    paragraphs: [`The dispute about the payment for ${of} was decided in the payor's favor. The bill stays open for the amount that was taken back.`],
  }),
  DebitFailed: (_, of) => ({
    subject: 'A bank debit was returned',
    paragraphs: [`The payor's bank returned the bank debit for ${of} unpaid. The bill is open again and can be paid in any other way.`],
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
  action: { label: 'View the bill', url },
})
