import { useState } from 'react'
import { nameKey } from '../../../modules/kernel/names.ts'
import type { Member } from '../../../modules/payors/contract.ts'
import { errorMessage } from '../../domain/api/error-message.ts'
import { useForgetMember } from '../../domain/payor/calls.ts'
import { Banner } from '../../ui/banner.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import * as styles from './members.css.ts'

const NOT_THE_NAME = 'Type the name as shown above'

/**
 * Forgets a payor. This cannot be undone, so the user must type the payor's name. Accents and apostrophes may differ,
 * since not every keyboard has them.
 */
export const ForgetDialog = ({ member, onClose }: { member: Pick<Member, 'id' | 'name' | 'kind'>; onClose: () => void }) => {
  const forget = useForgetMember(member.id)
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const what = member.kind === 'individual' ? 'person' : 'congregation'
  const submit = () => {
    if (nameKey(typed) !== nameKey(member.name)) return setProblem(NOT_THE_NAME)
    setProblem(undefined)
    forget.mutate(undefined, {
      onSuccess: () => {
        toast(`The ${what} is forgotten`)
        onClose()
      },
    })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Forget this ${what}`}
      subject={member.name}
      held={forget.isPending}
      action={`Forget this ${what}`}
      variant="danger"
      busy={forget.isPending}
      busyText="Forgetting..."
      waits
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {forget.isError && (
        <Banner tone="failure" title={`The ${what} is not forgotten`}>
          {errorMessage(forget.error, 'forget', 'member')}
        </Banner>
      )}
      <p>
        Name, addresses, phone and all other details are erased everywhere, also in the history and in backups made from now on. Bills and payments
        stay, without a name. This action cannot be undone.
      </p>
      <TextField
        label={`Type ${member.name} to confirm`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        problem={problem}
      />
    </FormDialog>
  )
}
