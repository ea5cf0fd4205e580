import type { PublicPayment } from '../../modules/bills/contract.ts'
import type { AnyBill, Assets, Lang } from '../pay/view.ts'

export type ReceiptPageView = {
  id: string
  paymentId: string
  lang: Lang
  /** The language comes from `?lang=`, so the page's own links carry it on. */
  langChosen: boolean
  /** null: there is no such bill, or no such payment of it. */
  bill: AnyBill | null
  payment: PublicPayment | null
  /** The address of the proof that the payment is in the books (R107). */
  proof: string | null
  /** It could not be read. */
  failed?: boolean
  assets: Assets
}
