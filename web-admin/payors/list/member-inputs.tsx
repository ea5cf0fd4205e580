import type { UseFormRegisterReturn } from 'react-hook-form'
import type { Member } from '../../../modules/payors/contract.ts'
import type { MemberValues } from '../../domain/payor/member-values.ts'
import { TextField } from '../../ui/field.tsx'
import * as styles from './members.css.ts'

type Field = UseFormRegisterReturn & { problem: string | undefined }
type Props = { kind: Member['kind']; field: (name: keyof MemberValues) => Field }

export const MemberInputs = ({ kind, field }: Props) => (
  <>
    {kind === 'individual' ? (
      <div className={styles.pair}>
        <TextField label="First name" autoComplete="off" data-first-focus {...field('firstName')} />
        <TextField label="Last name" autoComplete="off" {...field('lastName')} />
      </div>
    ) : (
      <>
        <TextField label="Name" autoComplete="off" data-first-focus {...field('name')} />
        <TextField label="Contact (optional)" autoComplete="off" hint="The person addressed in mails." {...field('contactName')} />
      </>
    )}
    <TextField label="Email (optional)" type="email" autoComplete="off" hint="Bills and reminders go here." {...field('email')} />
    <TextField label="Phone (optional)" type="tel" autoComplete="off" {...field('phone')} />
    {kind === 'individual' && (
      <div className={styles.pair}>
        <TextField label="Date of birth (optional)" type="date" {...field('dob')} />
        <TextField label="Gender (optional)" autoComplete="off" {...field('gender')} />
      </div>
    )}
    <TextField label="Member since (optional)" type="date" {...field('memberSince')} />
  </>
)
