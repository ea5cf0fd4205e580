import { z } from 'zod'
import { type Member, MemberChange } from '../../../modules/payors/contract.ts'

const { firstName, lastName, name, email, phone, dob, gender, memberSince, contactName, congregationId } = MemberChange.shape
const shared = { email, phone, memberSince }

export const fieldsOf = (kind: Member['kind']) =>
  kind === 'individual' ? z.object({ firstName, lastName, ...shared, dob, gender, congregationId }) : z.object({ name, contactName, ...shared })
