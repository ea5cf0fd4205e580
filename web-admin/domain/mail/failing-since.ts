import type { AddressFailure } from '../../../modules/messages/contract.ts'
import { failureWords } from '../../../modules/messages/values.ts'
import { formatDayOf } from '../api/network-clock.ts'

/** 'Address failing since Mar 3, 2026: the receiving server knows no such mailbox.' */
export const failingSince = ({ reason, since }: AddressFailure): string => `Address failing since ${formatDayOf(since)}: ${failureWords[reason]}.`
