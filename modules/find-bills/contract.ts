import { z } from 'zod'
import { Bill, BillStatus } from '../bills/contract.ts'
import { ResetRequest } from '../identity/contract.ts'
import { Contact } from '../kernel/contact.ts'
import { BillCode, BillId, NetworkId, PayorId } from '../kernel/ids.ts'
import { SLUG_MAX_LENGTH } from '../networks/contract.ts'
import { Language } from '../shared/api.ts'

/** A slug or an id in lower case. Any other text gets the same answer as an unknown network. */
const NetworkName = z
  .string()
  .trim()
  .toLowerCase()
  .max(SLUG_MAX_LENGTH)
  .regex(/^[a-z0-9-]+$/)
  .catch('')

export const FindRequest = ResetRequest.extend({ network: NetworkName })
export type FindRequest = z.infer<typeof FindRequest>

/** The code on a printed bill, and the payor's last name or a congregation's name (R98). */
export const BillOnPaper = z.object({ code: BillCode, name: z.string().trim().min(1).max(200) })
export type BillOnPaper = z.infer<typeof BillOnPaper>

export const NamedNetwork = z.object({ id: NetworkId, name: z.string(), language: Language })
export type NamedNetwork = z.infer<typeof NamedNetwork>

/** A network's public data. */
export const KnownNetwork = NamedNetwork.extend({ contact: Contact })
export type KnownNetwork = z.infer<typeof KnownNetwork>

/** An open bill, as shown to a person who can read the payor's mail. */
export const OwedBill = z.object({
  id: BillId,
  status: BillStatus,
  programName: z.string(),
  payorId: PayorId,
  payorName: z.string(),
  payorEmail: z.string(),
  /** Balance in dollars. */
  balance: z.number(),
  dueDate: z.string(),
  nextDue: Bill.shape.nextDue,
  daysLeft: z.number().int(),
})
export type OwedBill = z.infer<typeof OwedBill>
