import type { MailedPageView } from '../mailed/view.ts'

/** `refused`: the charge has begun or was made, or autopay has ended. */
export type AutopayStep = {
  step: 'ask' | 'done' | 'refused'
  act: 'skip' | 'stop'
  method: string | null
  charge: { program: string; amount: string; on: string } | null
}

export type AutopayPageView = MailedPageView<AutopayStep>
