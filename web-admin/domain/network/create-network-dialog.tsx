import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { Network, NewNetwork } from '../../../modules/networks/contract.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextareaField, TextField } from '../../ui/field.tsx'
import { stack } from '../../ui/text.css.ts'
import { useChecks } from '../../ui/use-checks.ts'
import { ApiError, post } from '../api/client.ts'
import { messageOr } from '../api/error-message.ts'
import { useAttempt } from '../command.ts'
import { sessionQuery } from '../session/session.ts'

const contract = () => import('../../../modules/networks/contract.ts')

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onCreated?: (network: Network) => void }

export const CreateNetworkDialog = ({ open, onOpenChange, onCreated }: Props) => {
  const formId = useId()
  const client = useQueryClient()
  const attempt = useAttempt()
  const { register, handleSubmit, formState, reset, setError } = useForm({
    resolver: useChecks(contract, ({ NewNetwork }) => NewNetwork),
    defaultValues: { name: '', description: '' },
  })
  const { errors, isDirty } = formState
  const create = useMutation({
    mutationFn: (body: NewNetwork) => post<Network>('/networks', body, { idempotencyKey: attempt.keyFor(body) }),
    onSuccess: async (network) => {
      attempt.done()
      reset()
      onOpenChange(false)
      // The first network becomes the current one, which changes nearly every page.
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      onCreated?.(network)
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    },
    onError: (error) => {
      for (const { path, message } of error instanceof ApiError ? error.issues : [])
        if (path === 'name' || path === 'description') setError(path, { message })
    },
  })
  const change = (next: boolean) => {
    if (!next) {
      reset()
      create.reset()
    }
    onOpenChange(next)
  }
  const submit = handleSubmit((body) => create.mutate(body))
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Create Network"
      subject="A network holds your members, your programs and your bills."
      held={create.isPending || isDirty}
      foot={
        <>
          <Button onClick={() => change(false)} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={create.isPending} busyText="Creating...">
            Create Network
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={stack}
        noValidate
        onSubmit={(event) => {
          // The form around this dialog must not be submitted, too.
          event.stopPropagation()
          void submit(event)
        }}
      >
        {create.isError && !errors.name && !errors.description && (
          <Banner tone="failure">{messageOr(create.error, 'Failed to create network. Please try again.')}</Banner>
        )}
        <TextField label="Network name" autoComplete="organization" {...register('name')} problem={errors.name?.message} />
        <TextareaField label="Description (optional)" rows={3} {...register('description')} problem={errors.description?.message} />
      </form>
    </Dialog>
  )
}
