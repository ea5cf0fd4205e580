import type { PublicPayment } from '../../modules/bills/contract.ts'
import type { AnyBill, Assets, Lang } from '../pay/view.ts'

export type ReceiptPageView = {
  id: string
  paymentId: string
  lang: Lang
  /** True if the address has `?lang=`. The page's links then keep it. */
  langChosen: boolean
  /** Null if there is no such bill, or no such payment of it. */
  bill: AnyBill | null
  payment: PublicPayment | null
  /** The address of the proof that the payment is recorded (R107). */
  proof: string | null
  /** True if the bill could not be read. */
  failed?: boolean
  assets: Assets
}
