import type { AddressFailure, FailingAddress } from '../../../modules/messages/contract.ts'
import { failureWords } from '../../../modules/messages/values.ts'
import { post } from '../api/client.ts'
import { formatDayOf } from '../api/network-clock.ts'
import { useCommand } from '../command.ts'
import { useData } from '../queries.ts'

type Of = Readonly<{ memberId?: string; assessmentProgramId?: string }>

/** Payors with a failing address: one payor, a program's payors, or all. */
export const useFailingAddresses = (of: Of = {}, enabled = true) =>
  useData<FailingAddress[]>(['messages', 'failing-addresses', of], '/failing-addresses', { query: of, enabled })

/** Resumes mail to a payor's failing address. */
export const useTakeUpMail = (memberId: string) =>
  useCommand(() => post(`/members/${memberId}/take-up-mail`, {}), { rereads: [['messages'], ['without-email']] })

/** 'Address failing since Mar 3, 2026: the receiving server knows no such mailbox.' */
export const failingSince = ({ reason, since }: AddressFailure): string => `Address failing since ${formatDayOf(since)}: ${failureWords[reason]}.`
