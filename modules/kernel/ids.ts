import { z } from 'zod'
import { CODE_LENGTH, CODE_SIGNS } from './code-signs.ts'

const uuid = <Name extends string>() => z.uuid().brand<Name>()

export const NetworkId = uuid<'NetworkId'>()
export type NetworkId = z.infer<typeof NetworkId>

export const UserId = uuid<'UserId'>()
export type UserId = z.infer<typeof UserId>

export const ProgramId = uuid<'ProgramId'>()
export type ProgramId = z.infer<typeof ProgramId>

export const ProfileId = uuid<'ProfileId'>()
export type ProfileId = z.infer<typeof ProfileId>

/** A payor: a person or a congregation. */
export const PayorId = uuid<'PayorId'>()
export type PayorId = z.infer<typeof PayorId>

export const PaymentId = uuid<'PaymentId'>()
export type PaymentId = z.infer<typeof PaymentId>

/** A remittance has the id of its first allocation's payment. */
export type RemittanceId = PaymentId

/** Checks and cash that are taken to the bank together. */
export const DepositId = uuid<'DepositId'>()
export type DepositId = z.infer<typeof DepositId>

export const UploadId = uuid<'UploadId'>()
export type UploadId = z.infer<typeof UploadId>

/** One run of a campaign, which sends its bills. */
export const RunId = uuid<'RunId'>()
export type RunId = z.infer<typeof RunId>

export const MessageId = uuid<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>

/** A payor's consent to be charged automatically. */
export const BankLineId = uuid<'BankLineId'>()
export type BankLineId = z.infer<typeof BankLineId>

export const StatementId = uuid<'StatementId'>()
export type StatementId = z.infer<typeof StatementId>

export const MandateId = uuid<'MandateId'>()
export type MandateId = z.infer<typeof MandateId>

/** 16 bytes as base64url: public, opens the bill's pay page, and cannot be guessed (R59). */
export const BillId = z
  .string()
  .regex(/^[\w-]{22}$/)
  .brand<'BillId'>()
export type BillId = z.infer<typeof BillId>

/** A bill's code on paper and in transfers, unique in its network (R98). Accepts spaces, hyphens and small letters. */
export const BillCode = z
  .string()
  .max(40)
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(new RegExp(`^[${CODE_SIGNS}]{${CODE_LENGTH}}$`)))
  .brand<'BillCode'>()
export type BillCode = z.infer<typeof BillCode>

/** '2026-00042': a payment's receipt, unique in its network (R74). */
export const ReceiptNumber = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{5,9}$/)
  .brand<'ReceiptNumber'>()
export type ReceiptNumber = z.infer<typeof ReceiptNumber>
