import { useState } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatDay, type LocalDate } from '../../modules/kernel/dates.ts'
import { formatMoney, money, toCents } from '../../modules/kernel/money.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { LEAST_PART, partsOf } from '../../modules/shared/monthly-parts.ts'
import { formMessage, messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { today } from '../domain/api/network-clock.ts'
import { payorLabel } from '../domain/bill/bill-words.tsx'
import { useProgram } from '../domain/program/calls.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Facts } from '../ui/card.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { CheckField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import * as styles from './bill.css.ts'
import { useCancelPlan, useChoosePlan } from './calls.ts'
import type { OnBill } from './money-dialog.tsx'

const TITLE = 'Payment Plan'
const subjectOf = (bill: Bill) => `${payorLabel(bill)} · ${bill.program.name} · ${formatMoney(bill.balance)} open`

/** The parts that a plan of so many parts has if it is chosen today. */
const partsIf = ({ balance, dueDate }: Bill, count: number) => {
  const [due, now] = [dueDate.slice(0, 10) as LocalDate, today()]
  return partsOf(toCents(balance), count, due < now ? now : due)
}

type ChoiceProps = OnBill & { counts: readonly number[] }

const Choice = ({ loaded: { value: bill, etag }, counts, onClose }: ChoiceProps) => {
  const toast = useToast()
  const choose = useChoosePlan(bill.id)
  const [picked, setPicked] = useState(counts[0])
  const count = counts.find((one) => one === picked) ?? counts[0] ?? 2
  return (
    <FormDialog
      onClose={onClose}
      title={TITLE}
      subject={subjectOf(bill)}
      held={choose.isPending}
      action="Choose Plan"
      busy={choose.isPending}
      busyText="Saving..."
      waits
      onSubmit={(event) => {
        event.preventDefault()
        choose.mutate(
          { count, etag },
          {
            onSuccess: () => {
              toast(`Payment plan of ${count} parts chosen`)
              onClose()
            },
          },
        )
      }}
    >
      {choose.isError && (
        <Banner tone="failure" title="The plan was not chosen">
          {formMessage(choose.error, 'update', 'assessment bill')}
        </Banner>
      )}
      {bill.nextDue !== undefined && <p>The new plan divides the open balance and takes the place of the present one.</p>}
      <fieldset className={styles.plans}>
        <legend>Number of monthly parts</legend>
        {counts.map((one) => (
          <CheckField key={one} type="radio" name="count" label={`${one} parts`} checked={one === count} onChange={() => setPicked(one)} />
        ))}
      </fieldset>
      <section aria-label="The parts">
        <Facts facts={partsIf(bill, count).map(({ amount, dueDate }) => [formatDay(dueDate), money(amount)])} />
      </section>
    </FormDialog>
  )
}

const NoPlans = ({ bill, program, onClose }: { bill: Bill; program: Program; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={TITLE}
    subject={subjectOf(bill)}
    foot={
      <ButtonLink data-safe href={`/assessments/${program.id}/edit`}>
        Edit Program
      </ButtonLink>
    }
  >
    <p>
      {program.plans.length === 0
        ? `${program.name} offers no payment plans. Choose the plans where you edit the program.`
        : `No plan that ${program.name} offers has parts of at least ${money(LEAST_PART)} for this bill.`}
    </p>
  </Dialog>
)

/** Chooses or replaces the plan of a bill, with a preview of its parts (R138). */
export const PlanDialog = ({ loaded, onClose }: OnBill) => {
  const bill = loaded.value
  const program = useProgram(bill.program.id)
  if (!program.data)
    return (
      <Dialog open onOpenChange={onClose} title={TITLE} subject={subjectOf(bill)} close="Cancel">
        <Loaded query={program} loading="Loading the plans..." rows={3} failed="Failed to load assessment" action="load" thing="assessment program" />
      </Dialog>
    )
  const counts = program.data.value.plans.filter((count) => Math.floor(toCents(bill.balance) / count) >= LEAST_PART)
  return counts.length > 0 ? (
    <Choice loaded={loaded} counts={counts} onClose={onClose} />
  ) : (
    <NoPlans bill={bill} program={program.data.value} onClose={onClose} />
  )
}

export const CancelPlanDialog = ({ bill, onClose }: { bill: Bill; onClose: () => void }) => {
  const due = bill.dueDate.slice(0, 10) as LocalDate
  return (
    <ConfirmCall
      call={useCancelPlan(bill.id)}
      input={undefined}
      title="Cancel Payment Plan"
      action="Cancel Plan"
      cancel="Keep Plan"
      busyText="Cancelling..."
      danger
      done="The payment plan is cancelled"
      failed={(error) => messageOr(error, 'The plan was not cancelled')}
      onClose={onClose}
    >
      {`${payorLabel(bill)}, ${bill.program.name}. ${formatMoney(bill.balance)} `}
      {due < today() ? `was due on ${formatDay(due)}, so the bill becomes overdue.` : `is then due on ${formatDay(due)}.`}
    </ConfirmCall>
  )
}
