import type { PublicPayment } from '../../modules/bills/contract.ts'
import type { AnyBill, Assets, Lang } from '../pay/view.ts'

export type ReceiptPageView = {
  id: string
  paymentId: string
  lang: Lang
  /** True if `?lang=` sets the language, so that the page's links keep it. */
  langChosen: boolean
  /** null if there is no such bill, or if it has no such payment. */
  bill: AnyBill | null
  payment: PublicPayment | null
  /** The address of the proof that the payment is recorded (R107). */
  proof: string | null
  /** True if reading failed. */
  failed?: boolean
  assets: Assets
}
