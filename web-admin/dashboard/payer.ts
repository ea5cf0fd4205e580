import type { Payment } from '../../modules/payments/contract.ts'

/** The member's full name, else the congregation's, else the program's. */
export const payerOf = ({ assessment: { individualMember, congregation, program } }: Payment): string =>
  individualMember ? `${individualMember.firstName} ${individualMember.lastName}`.trim() : (congregation?.name ?? program.name)
