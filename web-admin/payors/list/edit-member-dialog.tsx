import { useState } from 'react'
import { Controller, type Resolver, useForm } from 'react-hook-form'
import type { MemberLedger } from '../../../modules/payors/contract.ts'
import { ApiError } from '../../domain/api/client.ts'
import { formMessage } from '../../domain/api/error-message.ts'
import type { Versioned } from '../../domain/api/versioned.ts'
import { useChangeMember } from '../../domain/payor/calls.ts'
import { type MemberBody, type MemberValues, valuesOf } from '../../domain/payor/member-values.ts'
import { Banner, TheirsBanner } from '../../ui/banner.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useChecks } from '../../ui/use-checks.ts'
import { CongregationField, MemberInputs } from './member-inputs.tsx'
import * as styles from './members.css.ts'

const load = () => import('./member-fields.ts')

type Props = { loaded: Versioned<MemberLedger>; reload: () => Promise<Versioned<MemberLedger>>; onClose: () => void }

/** Changes contact details. If someone else has changed them meanwhile, both versions are shown. */
export const EditMemberDialog = ({ loaded: { value: member, etag: read }, reload, onClose }: Props) => {
  const toast = useToast()
  const change = useChangeMember(member.id)
  const [etag, setEtag] = useState(read)
  const [problem, setProblem] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<MemberLedger | null>(null)
  const resolver = useChecks(load, ({ fieldsOf }) => fieldsOf(member.kind)) as unknown as Resolver<MemberValues, unknown, MemberBody>
  const form = useForm<MemberValues, unknown, MemberBody>({ resolver, defaultValues: valuesOf(member) })
  const { errors, isDirty } = form.formState
  const values = valuesOf(member)
  const isField = (path: string): path is keyof MemberValues => path in values

  const collide = async () => {
    try {
      const fresh = await reload()
      setEtag(fresh.etag)
      setTheirs(fresh.value)
    } catch (error) {
      setProblem(`Someone else has changed these details. ${formMessage(error, 'load', 'member')}`)
    }
  }
  const submit = form.handleSubmit(async (body) => {
    setProblem(null)
    setTheirs(null)
    try {
      await change.mutateAsync({ body, etag })
      toast('The details are saved')
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) return collide()
      // 404 can only mean that the congregation has been forgotten meanwhile.
      if (error instanceof ApiError && error.status === 404 && body.congregationId && body.congregationId !== member.congregation?.id)
        return form.setError('congregationId', { message: 'This congregation no longer exists' })
      const issues = error instanceof ApiError ? error.issues.filter(({ path }) => isField(path)) : []
      for (const { path, message } of issues) if (isField(path)) form.setError(path, { message }, { shouldFocus: true })
      if (issues.length === 0) setProblem(formMessage(error, 'update', 'member'))
    }
  })
  const field = (name: keyof MemberValues) => ({ ...form.register(name), problem: errors[name]?.message })
  return (
    <FormDialog
      onClose={onClose}
      title="Edit Details"
      subject={member.name}
      held={isDirty}
      action="Save Changes"
      busy={change.isPending}
      busyText="Saving..."
      className={styles.form}
      onSubmit={submit}
    >
      {problem !== null && (
        <Banner tone="failure" title="The details were not saved">
          {problem}
        </Banner>
      )}
      {theirs !== null && (
        <TheirsBanner
          title="Someone else changed these details while you were editing them"
          onTake={() => {
            form.reset(valuesOf(theirs))
            setTheirs(null)
          }}
        />
      )}
      <MemberInputs kind={member.kind} field={field} />
      {member.kind === 'individual' && (
        <Controller
          control={form.control}
          name="congregationId"
          render={({ field: { value = '', onChange } }) => (
            <CongregationField value={value} onChange={onChange} problem={errors.congregationId?.message} />
          )}
        />
      )}
    </FormDialog>
  )
}
