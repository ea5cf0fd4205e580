import { type FormEvent, type ReactNode, useState } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { ApiError } from '../domain/api/client.ts'
import { formMessage } from '../domain/api/error-message.ts'
import type { Versioned } from '../domain/api/versioned.ts'
import { payorLabel } from '../domain/bill/bill-words.tsx'
import { Banner } from '../ui/banner.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { useMoneyCommand } from './calls.ts'

export type OnBill = { loaded: Versioned<Bill>; onClose: () => void }

export type Problems = Record<string, string | undefined>

type Props = OnBill & {
  title: string
  action: string
  busyText: string
  danger?: boolean
  intro?: ReactNode
  /** Returns either the problems of the fields, or the request to send. */
  check: () => { problems: Problems } | { path: string; body: Record<string, unknown> }
  done: string
  failed: string
  /** False while no bill or payment is chosen. */
  ready?: boolean
  children: (problems: Problems) => ReactNode
}

/**
 * A form that changes a bill's money. If the bill has changed meanwhile, the server refuses, and what was typed stays.
 */
export const MoneyDialog = ({ loaded: { value: bill, etag }, onClose, title, action, busyText, danger = false, ...rest }: Props) => {
  const toast = useToast()
  const command = useMoneyCommand(bill.id)
  const [problems, setProblems] = useState<Problems>({})
  /** The version on which the user decides. After a refusal: the latest version, which is then shown. */
  const [seen, setSeen] = useState<{ etag: string | null } | null>({ etag })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (command.isPending) return
    const checked = rest.check()
    if ('problems' in checked) return setProblems(checked.problems)
    setProblems({})
    command.mutate(
      { ...checked, etag: seen ? seen.etag : etag },
      {
        onSuccess: () => {
          toast(rest.done)
          onClose()
        },
        onError: (error) => {
          if (!(error instanceof ApiError)) return
          // If Stripe refuses a refund, the bill has a new event all the same.
          if (error.status === 412 || error.code === 'refund-refused') setSeen(null)
          setProblems(Object.fromEntries(error.issues.map(({ path, message }) => [path, message])))
        },
      },
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      subject={`${payorLabel(bill)} · ${bill.program.name} · ${formatMoney(bill.balance)} open`}
      held={command.isPending}
      action={action}
      variant={danger ? 'danger' : 'primary'}
      disabled={rest.ready === false}
      busy={command.isPending}
      busyText={busyText}
      waits
      onSubmit={submit}
    >
      {command.isError && Object.keys(problems).length === 0 && (
        <Banner tone="failure" title={rest.failed}>
          {formMessage(command.error, 'update', 'assessment bill')}
          {command.error instanceof ApiError && command.error.status === 412 && ' Your entries are kept. Check the bill as it is now, and try again.'}
        </Banner>
      )}
      {rest.intro !== undefined && <p>{rest.intro}</p>}
      {rest.children(problems)}
    </FormDialog>
  )
}
