import type { z } from 'zod'
import type { Member, MemberChange, MemberLedger } from '../../../modules/payors/contract.ts'

/** The form's values; people and congregations have different name fields. */
export type MemberValues = Partial<Record<keyof typeof MemberChange.shape, string>>
export type MemberBody = z.output<typeof MemberChange>

const day = (moment: string | null): string => moment?.slice(0, 10) ?? ''

export const valuesOf = (member: MemberLedger): MemberValues => {
  const known = { email: member.email ?? '', phone: member.phone ?? '', memberSince: day(member.memberSince) }
  return member.kind === 'individual'
    ? {
        ...{ firstName: member.firstName ?? '', lastName: member.lastName ?? '', ...known, dob: day(member.dob), gender: member.gender ?? '' },
        congregationId: member.congregation?.id ?? '',
      }
    : { name: member.name, contactName: member.contactName ?? '', ...known }
}

/** A forgotten person has no first name; a forgotten congregation has this fixed name. */
export const isForgotten = ({ kind, firstName: first, name: shown }: Pick<Member, 'kind' | 'firstName' | 'name'>): boolean =>
  kind === 'individual' ? first === null : shown === 'Forgotten member'

export const kindLabels: Record<Member['kind'], string> = { individual: 'Member', congregation: 'Congregation' }
