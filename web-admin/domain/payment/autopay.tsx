import type { Mandate, PayorsMandate } from '../../../modules/autopay/contract.ts'
import { formatDay } from '../../../modules/kernel/dates.ts'
import { formatMoney } from '../../../modules/kernel/money.ts'
import { methodName } from '../../../modules/shared/autopay-words.ts'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { remove } from '../api/client.ts'
import { messageOr } from '../api/error-message.ts'
import { useCommand } from '../command.ts'
import { usePageOf } from '../queries.ts'

export const scopeWords = ({ program }: Pick<Mandate, 'program'>): string => (program ? `Bills for ${program.name}` : 'All bills')

/** 'Visa 4242'; the kind alone once the payor is forgotten. */
export const methodWords = (method: Mandate['method']): string =>
  method.last4 ? methodName(method) : method.kind === 'ach' ? 'Bank account' : 'Card'

/** '$100.00 on Mar 1, 2027' */
export const nextWords = ({ amount, on }: NonNullable<Mandate['next']>): string => `${formatMoney(amount)} on ${formatDay(on)}`

export type MandateFilter = { page: number; pageSize: number; search: string }

/** The active mandates of the network, newest first. A search also finds the id of a payor. */
export const useMandates = (filter: MandateFilter, enabled = true) =>
  usePageOf<PayorsMandate>(['autopay', 'mandates', filter], '/autopay/mandates', filter, { enabled })

const useStop = () =>
  useCommand((id: string) => remove(`/autopay/${id}`), {
    rereads: [['autopay'], ['bill']],
    refused: true,
  })

const names = new Intl.ListFormat('en-US')
export const payorsOf = ({ payors }: PayorsMandate): string => names.format(payors.map(({ name }) => name))

/** Asks before a payor's autopay is stopped. */
export const StopAutopay = ({ mandate, onClose }: { mandate: PayorsMandate; onClose: () => void }) => (
  <ConfirmCall
    call={useStop()}
    input={mandate.id}
    title="Stop autopay?"
    action="Stop Autopay"
    busyText="Stopping..."
    danger
    done="Autopay has stopped, and the payor is notified by mail"
    failed={(error) => messageOr(error, 'Autopay could not be stopped. Please try again.')}
    onClose={onClose}
  >
    {`${mandate.program ? `The ${mandate.program.name} bills` : 'The bills'} of ${payorsOf(mandate)} are no longer charged to ${methodWords(mandate.method)}. A payment under way still goes through. Only the payor can turn autopay on again.`}
  </ConfirmCall>
)
