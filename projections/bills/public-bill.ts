import type { z } from 'zod'
import {
  type ArchivedBill,
  LEAST_BY_STRIPE,
  MOST_BY_STRIPE,
  type PublicBill,
  PublicFields,
  type PublicMethods,
  type PublicPayment,
  type WholeBill,
} from '../../modules/bills/contract.ts'
import { nextDueOf, planShown } from '../../modules/bills/plan.ts'
import type { Contact } from '../../modules/kernel/contact.ts'
import { addDays } from '../../modules/kernel/dates.ts'
import { maskedEmail } from '../../modules/kernel/email.ts'
import type { BillId, NetworkId, PayorId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import { keyOf, type MethodKey, type MethodName, methodNames, methodOf } from '../../modules/kernel/payment-methods.ts'
import { fieldsShown, type Methods } from '../../modules/payment-profiles/contract.ts'
import { openSealed, type PersonalData } from '../../modules/platform/personal-data/personal-data.ts'
import { LEAST_PART } from '../../modules/shared/monthly-parts.ts'
import { returnReasonOf, returnWords } from '../../modules/shared/return-words.ts'
import { type BillRow, claimedIn, showBill, showMyBill } from './list.ts'
import type { FindBill } from './queries.ts'

/** Statuses in which a bill's balance can be paid (R61). */
const PAYABLE: readonly string[] = ['Unpaid', 'Partial', 'Overdue', 'Failed']

type Terms = Readonly<{ payable: boolean; byStripe: boolean; debits: boolean }>

/** The enabled methods. Account numbers are masked unless the bill can be paid (R38). */
const publicMethods = (methods: Methods, { payable, byStripe, debits }: Terms): PublicMethods =>
  Object.fromEntries(
    methodNames.flatMap((name): [MethodKey, object][] => {
      const { kind, debitOf } = methodOf(name)
      const isEnabled = (one: MethodName) => methods[one]?.isEnabled && (one !== 'Credit' || byStripe)
      if (isEnabled(name)) return [[keyOf(name), { ...(kind && { kind }), ...fieldsShown(name, methods, payable) }]]
      return debitOf && debits && isEnabled(debitOf) ? [[keyOf(name), { kind: 'debit' }]] : []
    }),
  )

const returnedOn = (on: string, code: string | null): NonNullable<PublicBill['returned']> => {
  const reason = returnReasonOf(code)
  return { on, reason, told: { en: returnWords.en[reason], es: returnWords.es[reason] } }
}

/** The bill's plan, or the numbers of parts in which it can be paid. */
const planFields = (row: BillRow, payable: boolean): Pick<PublicBill, 'plan' | 'plansOffered'> => {
  const { plan, balance, dueDate, daysLeft, programPlans } = row
  const today = addDays(nextDueOf(row)?.dueDate ?? dueDate, -daysLeft)
  if (plan) return { plan: planShown(plan, balance, today) ?? undefined }
  const fitting = payable ? programPlans.filter((count) => Math.floor(balance / count) >= LEAST_PART) : []
  return fitting.length > 0 ? { plansOffered: fitting } : {}
}

type Shown = PublicBill | z.infer<typeof ArchivedBill>
/**
 * `masked()`: the bill without full account numbers, even if it can be paid. `whole()`: the same with the ids of
 * persons, for Admins and Auditors of the network (R38).
 */
export type FoundBill = Readonly<{ row: BillRow; shown: Shown; masked: () => Shown; whole: () => WholeBill }>

type Sources = Readonly<{
  find: FindBill
  personal: PersonalData
  paymentsOf: (bill: BillId) => Promise<PublicPayment[]>
  contactOf?: (network: NetworkId) => Promise<Contact>
  shownNameOf?: (network: NetworkId) => Promise<string | null>
  /** True if mails to a payor have failed. Without this function, the answer does not say where receipts go. */
  hasFailed?: (payor: PayorId) => Promise<boolean>
}>

/** A bill as the holder of its link sees it (R69); null if it does not exist. */
export const publicBill =
  ({ find, personal, paymentsOf, contactOf, shownNameOf, hasFailed }: Sources) =>
  async (id: BillId): Promise<FoundBill | null> => {
    const row = await find(id)
    if (!row || row.status === 'Draft') return null
    if (row.status === 'Archived') {
      const archived = { id: row.id, status: 'Archived' } as const
      return { row, shown: archived, masked: () => archived, whole: () => showBill(row) }
    }
    const bill = showMyBill(row)
    const { individualMember, congregation, paymentProfile } = bill
    const [methods, payments, contact, networkLabel, failed] = await Promise.all([
      row.profileId && row.profileMethods ? openSealed<Methods>(personal, row.profileId, row.profileMethods) : null,
      paymentsOf(id),
      contactOf?.(row.networkId),
      shownNameOf?.(row.networkId),
      row.payorEmail !== null ? hasFailed?.(row.payorId) : undefined,
    ])
    const payable = PAYABLE.includes(row.status) && row.programStatus === 'Active'
    const next = nextDueOf(row)?.amount ?? 0
    const terms = { payable, byStripe: next >= LEAST_BY_STRIPE && next <= MOST_BY_STRIPE, debits: row.charges && row.debits }
    // Named fields precede what is spread (DECISIONS 10).
    const account = {
      payerName: row.payorName,
      verified: true,
      isClaimed: row.isClaimed,
      payments,
      credited: toDollars(row.credited),
      ...planFields(row, payable),
      ...(row.status === 'PendingConfirmation' && row.claimMethod && row.claimedOn
        ? { claimed: { method: row.claimMethod, on: row.claimedOn, ...claimedIn(row) } }
        : {}),
      ...(row.status === 'Failed' && row.returnedOn ? { returned: returnedOn(row.returnedOn, row.returnedCode) } : {}),
    } as const
    const profileFor = (wanted: Terms) =>
      paymentProfile && { chargesEnabled: row.charges, methods: methods ? publicMethods(methods, wanted) : {}, ...paymentProfile }
    const shownFor = (wanted: Terms): PublicBill => ({
      individualMember: individualMember && { firstName: individualMember.firstName, lastName: individualMember.lastName },
      congregation: congregation && { name: congregation.name },
      paymentProfile: profileFor(wanted),
      ...(row.payorEmail !== null && failed === false ? { receiptTo: maskedEmail(row.payorEmail) } : {}),
      ...(contact ? { contact } : {}),
      ...(networkLabel && networkLabel !== bill.network.name ? { networkLabel } : {}),
      ...account,
      ...PublicFields.parse(bill),
    })
    const maskedTerms = { ...terms, payable: false }
    return {
      row,
      shown: shownFor(terms),
      masked: () => shownFor(maskedTerms),
      whole: () => Object.assign(showBill(row), { daysLeft: row.daysLeft, paymentProfile: profileFor(maskedTerms), ...account }),
    }
  }

export type FindPublicBill = ReturnType<typeof publicBill>
