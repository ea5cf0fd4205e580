import type { z } from 'zod'
import { type ArchivedBill, type PublicBill, PublicFields, type PublicMethods } from '../../modules/bills/contract.ts'
import type { BillId } from '../../modules/kernel/ids.ts'
import { type Methods, maskedNumber } from '../../modules/payment-profiles/contract.ts'
import { openSealed, type PersonalData } from '../../modules/platform/personal-data.ts'
import { type BillRow, showBill } from './list.ts'
import type { FindBill } from './queries.ts'

/** Statuses in which a bill's balance can be paid (R80). */
const PAYABLE: readonly string[] = ['Unpaid', 'Partial', 'Overdue', 'Failed']

const bank = ({ bankName, accountName, recipientName, routingNumber, accountNumber }: Methods['Wire'], whole: boolean) => ({
  bankName,
  accountName,
  recipientName,
  routingNumber,
  accountNumber: whole ? accountNumber : maskedNumber(accountNumber),
})

/** Only what is enabled; account numbers whole only while the bill can be paid (R46). */
const publicMethods = ({ Credit, ACH, Wire, Zelle, PayPal, Venmo, CashApp }: Methods, payable: boolean): PublicMethods => ({
  ...(Credit.isEnabled ? { credit: {} } : {}),
  ...(ACH.isEnabled ? { ach: { kind: 'transfer' as const, ...bank(ACH, payable) } } : {}),
  ...(Wire.isEnabled ? { wire: bank(Wire, payable) } : {}),
  ...(Zelle.isEnabled ? { zelle: { zelleContact: Zelle.zelleContact } } : {}),
  ...(PayPal.isEnabled ? { paypal: { paypalUsername: PayPal.paypalUsername } } : {}),
  ...(Venmo.isEnabled ? { venmo: { venmoHandle: Venmo.venmoHandle } } : {}),
  ...(CashApp.isEnabled ? { cashapp: { cashappHandle: CashApp.cashappHandle, cashTag: CashApp.cashTag } } : {}),
})

export type FoundBill = Readonly<{ row: BillRow; shown: PublicBill | z.infer<typeof ArchivedBill> }>

/** A bill as whoever holds its link sees it (R94); null for none. */
export const publicBill =
  (find: FindBill, personal: PersonalData) =>
  async (id: BillId): Promise<FoundBill | null> => {
    const row = await find(id)
    if (!row || row.status === 'Draft') return null
    if (row.status === 'Archived') return { row, shown: { id: row.id, status: 'Archived' } }
    const bill = showBill(row)
    const { individualMember, congregation, paymentProfile } = bill
    const methods = row.profileId && row.profileMethods ? await openSealed<Methods>(personal, row.profileId, row.profileMethods) : null
    const payable = PAYABLE.includes(row.status) && row.programStatus === 'Active'
    return {
      row,
      shown: {
        ...PublicFields.parse(bill),
        individualMember: individualMember && { firstName: individualMember.firstName, lastName: individualMember.lastName },
        congregation: congregation && { name: congregation.name },
        payerName: row.payorName,
        verified: true,
        paymentProfile: paymentProfile && { ...paymentProfile, chargesEnabled: false, methods: methods ? publicMethods(methods, payable) : {} },
      },
    }
  }

export type FindPublicBill = ReturnType<typeof publicBill>

/** For those who keep the network's books: the same with the ids of persons. */
export const wholeBill = ({ row, shown }: FoundBill) => {
  const { individualMember, congregation } = showBill(row)
  return { ...showBill(row), ...shown, individualMember, congregation }
}
