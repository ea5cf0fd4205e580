import { type FormEvent, useId, useState } from 'react'
import { errorMessage } from '../../domain/api/error-message.ts'
import { Banner } from '../../ui/banner.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { choices, legend } from '../../ui/field.css.ts'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useRemovePayor } from '../calls.ts'

type Named = { id: string; name: string }
type Props = { payor: Named; programs: readonly Named[]; onClose: () => void }

/**
 * Removes a payor from a program: the payor gets no further bills, and the open bills stay owed or are archived (R54).
 */
export const RemovePayorDialog = ({ payor, programs, onClose }: Props) => {
  const id = useId()
  const toast = useToast()
  const remove = useRemovePayor(payor.id)
  const [programId, setProgramId] = useState(programs.length === 1 ? (programs[0]?.id ?? '') : '')
  const [openBills, setOpenBills] = useState<'keep' | 'archive'>('keep')
  const [reason, setReason] = useState('')
  const program = programs.find((one) => one.id === programId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!program || remove.isPending) return
    remove.mutate(
      { programId, openBills, ...(openBills === 'archive' && reason.trim() ? { reason: reason.trim() } : {}) },
      {
        onSuccess: ({ data: { archived, kept } }) => {
          const bills = [archived > 0 && `${archived} archived`, kept > 0 && `${kept} still owed`].filter(Boolean).join(', ')
          toast(`${payor.name} is removed from ${program.name}${bills && ` (open bills: ${bills})`}`)
          onClose()
        },
      },
    )
  }
  const choice = (value: 'keep' | 'archive', label: string, hint: string) => (
    <CheckField type="radio" name={`${id}-open`} label={label} hint={hint} checked={openBills === value} onChange={() => setOpenBills(value)} />
  )
  return (
    <FormDialog
      onClose={onClose}
      title="Remove from Program"
      subject={payor.name}
      held={remove.isPending}
      action="Remove"
      variant="danger"
      disabled={!program}
      busy={remove.isPending}
      busyText="Removing..."
      waits
      onSubmit={submit}
    >
      {remove.isError && (
        <Banner tone="failure" title="Nobody was removed">
          {errorMessage(remove.error, 'update', 'assessment program')}
        </Banner>
      )}
      <SelectField label="Program" value={programId} onChange={({ target }) => setProgramId(target.value)}>
        <option value="">Choose a program</option>
        {programs.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <p>No further periods are billed, and no bills or reminders of this program are mailed. An upload or a bill by hand adds the payor again.</p>
      <fieldset className={choices}>
        <legend className={legend}>Open bills</legend>
        {choice('keep', 'Keep them', 'They remain due, and can be paid by their links.')}
        {choice('archive', 'Archive them', 'Their balance is waived.')}
      </fieldset>
      {openBills === 'archive' && (
        <TextField label="Reason (optional)" maxLength={1000} value={reason} onChange={({ target }) => setReason(target.value)} />
      )}
    </FormDialog>
  )
}
