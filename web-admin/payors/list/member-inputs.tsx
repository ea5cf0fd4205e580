import type { UseFormRegisterReturn } from 'react-hook-form'
import type { Member } from '../../../modules/payors/contract.ts'
import type { MemberValues } from '../../domain/payor/member-values.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { TextField } from '../../ui/field.tsx'
import { useCongregations } from '../calls.ts'
import * as styles from './members.css.ts'

type Field = UseFormRegisterReturn & { problem: string | undefined }
type MemberInputsProps = { kind: Member['kind']; field: (name: keyof MemberValues) => Field }

export const MemberInputs = ({ kind, field }: MemberInputsProps) => (
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

const NONE = { value: '', label: 'No congregation' }
type CongregationFieldProps = { value: string; problem: string | undefined; onChange: (id: string) => void }

/** A member's congregation; renders nothing if the network has none. */
export const CongregationField = ({ value, problem, onChange }: CongregationFieldProps) => {
  const all = useCongregations().data ?? []
  if (all.length === 0) return null
  return (
    <Combobox
      label="Congregation (optional)"
      problem={problem}
      options={[NONE, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      onChange={onChange}
    />
  )
}
