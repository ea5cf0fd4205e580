import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Role } from '../../modules/identity/contract.ts'
import { NamedDay } from '../../modules/kernel/date-schemas.ts'
import { Admission, type Person } from '../../modules/networks/contract.ts'
import { ApiError } from '../domain/api/client.ts'
import { formMessage } from '../domain/api/error-message.ts'
import { today } from '../domain/api/network-clock.ts'
import { aRole, lastDay, nameOf, roleWords } from '../domain/network/person-words.ts'
import { Banner } from '../ui/banner.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Choices, TextField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { useAdmit } from './calls.ts'
import * as styles from './people.css.ts'

const PAST = 'The end of the access must be in the future'

const Values = z.object({
  email: Admission.shape.email,
  role: Admission.shape.role,
  lastDay: z
    .string()
    .refine((day) => day === '' || NamedDay.safeParse(day).success, 'Enter the day on which the access ends')
    .refine((day) => day === '' || day >= today(), PAST),
})

type Props = {
  networkId: string
  /** The person whose role changes; null for an invitation. */
  person: Person | null
  people: Person[]
  onClose: () => void
}

/** Invites a person, or changes their role and the end of their access. */
export const AdmissionDialog = ({ networkId, person, people, onClose }: Props) => {
  const toast = useToast()
  const admit = useAdmit(networkId)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(Values),
    defaultValues: { email: person?.email ?? '', role: person?.role ?? 'Member', lastDay: lastDay(person?.expiresAt ?? null) },
  })
  const { errors } = form.formState
  const typed = form.watch('email').trim().toLowerCase()
  const known = person === null ? people.find(({ email }) => email.toLowerCase() === typed) : undefined
  const submit = form.handleSubmit(async ({ email, role, lastDay: day }) => {
    setProblem(null)
    // If the user has not changed the last day, keeps the exact end, which may be within that day.
    const expiresAt = person && day === lastDay(person.expiresAt) ? person.expiresAt : day || null
    try {
      const admitted = await admit.mutateAsync({ email, role, expiresAt })
      toast(admitted.status === 'invited' ? `The invitation to ${email} is on its way` : `${nameOf(admitted)} is now ${aRole(role)}`)
      onClose()
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      for (const { path, message } of issues)
        if (path === 'email' || path === 'role') form.setError(path, { message })
        else if (path === 'expiresAt') form.setError('lastDay', { message })
      if (issues.length === 0) setProblem(formMessage(error, person ? 'update' : 'send', person ? 'access' : 'invitation'))
    }
  })
  return (
    <FormDialog
      onClose={onClose}
      title={person ? 'Change Access' : 'Invite Someone'}
      subject={person ? nameOf(person) : 'They get a mail with a link, and have access once they accept it.'}
      held={form.formState.isDirty}
      action={person ? 'Save Changes' : 'Send Invitation'}
      busy={admit.isPending}
      busyText={person ? 'Saving...' : 'Sending...'}
      className={styles.form}
      onSubmit={submit}
    >
      {problem !== null && (
        <Banner tone="failure" title={person ? 'The access was not changed' : 'The invitation was not sent'}>
          {problem}
        </Banner>
      )}
      {person === null && <TextField label="Email" type="email" autoComplete="off" {...form.register('email')} problem={errors.email?.message} />}
      {known && (
        <Banner tone="information">
          {nameOf(known)} is already {known.status === 'invited' ? 'invited as' : 'in the network as'} {aRole(known.role)}. Sending this replaces it.
        </Banner>
      )}
      <Choices
        legend="Role"
        choices={Role.options.map((value) => ({
          ...{ value, label: value, hint: roleWords[value] },
          ...(person?.role === value ? { 'data-first-focus': true as const } : {}),
        }))}
        field={form.register('role')}
        problem={errors.role?.message}
      />
      <TextField
        label="Access ends on (optional)"
        type="date"
        hint="Access lasts until the end of that day. Leave empty for access without an end."
        {...form.register('lastDay')}
        problem={errors.lastDay?.message}
      />
    </FormDialog>
  )
}
