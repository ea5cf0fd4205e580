import { UserPlus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { formatDay, type LocalDate } from '../../../modules/kernel/dates.ts'
import { formatMoney, toDollars } from '../../../modules/kernel/money.ts'
import { currentDueDate } from '../../../modules/kernel/schedule.ts'
import type { Member } from '../../../modules/payors/contract.ts'
import type { CampaignStatus, Program } from '../../../modules/programs/contract.ts'
import { readMoney } from '../../../modules/shared/typed-money.ts'
import { ApiError } from '../../domain/api/client.ts'
import { errorMessage, formMessage } from '../../domain/api/error-message.ts'
import { today } from '../../domain/api/network-clock.ts'
import { isForgotten } from '../../domain/payor/member-values.ts'
import { retryOf } from '../../domain/queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { medium, muted, stack } from '../../ui/text.css.ts'
import { useToast } from '../../ui/toast.tsx'
import * as styles from '../add/add.css.ts'
import { AddMemberDialog, PeopleChoices } from '../add/add-member-dialog.tsx'
import { byName, useBillOne, useMembers, useOpenPrograms } from '../calls.ts'

const mailed: Record<CampaignStatus, string> = {
  Draft: 'it is mailed when the campaign is launched',
  Scheduled: 'it is mailed when the campaign is launched',
  Failed: 'it is mailed when the campaign is launched',
  Active: 'it is mailed immediately',
  // A new bill makes the campaign Active again (R55).
  Completed: 'it is mailed immediately',
  Paused: 'it is mailed when the campaign is resumed',
}

type Billed = {
  payor: { name: string; email: string | null }
  program: Pick<Program, 'dueDate' | 'frequency' | 'campaignStatus'>
  /** The bill's amount in dollars; null while the input is invalid. */
  amount: number | null
  today: LocalDate
}

/** 'Rebekah Cook gets a bill of $100.00, due Mar 31, 2026; it is mailed immediately.' */
export const billOneWords = ({ payor, program, amount, today }: Billed): string => {
  const due = formatDay(currentDueDate(program.dueDate.slice(0, 10) as LocalDate, program.frequency, today))
  const bill = `${payor.name} gets a bill${amount === null ? '' : ` of ${formatMoney(amount)}`}, due ${due}`
  if (payor.email === null) return `${bill}. There is no e-mail address, so print it or send its link.`
  return `${bill}; ${mailed[program.campaignStatus]}.`
}

const countWords = (shown: number, all: number): string => {
  if (all === 0) return 'Nobody has this name, e-mail address or phone number.'
  return shown < all ? `The first ${shown} of ${all.toLocaleString('en-US')}. Type more of the name to find others.` : ''
}

type ChoosePayorProps = { onChoose: (member: Member) => void; onNew: () => void }

/** Finds a payor by typing, or adds a new one. */
const ChoosePayor = ({ onChoose, onNew }: ChoosePayorProps) => {
  const [search, setSearch] = useState('')
  const found = useMembers({ page: 1, search, kind: null, assessmentProgramId: null, ...byName })
  const people = (found.data?.data ?? []).filter((member) => !isForgotten(member))
  return (
    <div className={stack}>
      <SearchField label="Search people" value={search} onSearch={setSearch} />
      {found.isError ? (
        <ErrorState level={3} title="Failed to load people" onRetry={retryOf(found)}>
          {errorMessage(found.error, 'view', 'member')}
        </ErrorState>
      ) : (
        <PeopleChoices people={people} label="People found" action="Choose" onChoose={onChoose} />
      )}
      <p className={muted} role="status">
        {found.data && countWords(people.length, found.data.pagination.totalItems)}
      </p>
      <div>
        <Button icon={UserPlus} onClick={onNew}>
          Add a new person
        </Button>
      </div>
    </div>
  )
}

type Payor = Pick<Member, 'id' | 'name' | 'email'>
type Props = { program?: Program; payor?: Payor; onClose: () => void }

const isBilled = (error: unknown): boolean => error instanceof ApiError && error.code === 'already-billed'

/** `elsewhere`: the payor, if the bills to look at are on another page, else null. */
type FailureProps = { error: unknown; elsewhere: Payor | null }

const Failure = ({ error, elsewhere }: FailureProps) => (
  <Banner tone="failure" title="No bill was made">
    {formMessage(error, 'update', 'assessment program')}
    {elsewhere && isBilled(error) && (
      <>
        {' '}
        <Link href={`/members/${elsewhere.id}`}>{`See the bills of ${elsewhere.name}`}</Link>
      </>
    )}
  </Banner>
)

const ChooseProgram = ({ chosen, onChoose }: { chosen: Program | null; onChoose: (program: Program | null) => void }) => {
  const programs = useOpenPrograms(true)
  const open = programs.data ?? []
  if (programs.isError) return <Banner tone="failure">{formMessage(programs.error, 'load', 'assessment program')}</Banner>
  if (programs.data && open.length === 0)
    return <Banner tone="information">No program is active: create one, and attach a payment profile to it, first.</Banner>
  return (
    <SelectField label="Program" value={chosen?.id ?? ''} onChange={({ target }) => onChoose(open.find(({ id }) => id === target.value) ?? null)}>
      <option value="">Choose a program</option>
      {open.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/**
 * Issues one bill to one payor: from a program's page with a choice of payors, from a payor's page with a choice of
 * programs (R53).
 */
export const BillOneDialog = ({ program: ofProgram, payor: ofPayor, onClose }: Props) => {
  const id = useId()
  const toast = useToast()
  const bill = useBillOne()
  const [payor, setPayor] = useState<Payor | null>(ofPayor ?? null)
  const [program, setProgram] = useState<Program | null>(ofProgram ?? null)
  const [isNew, setIsNew] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const custom = program?.type === 'Custom'
  const amountTyped = typed ?? program?.amount.toFixed(2) ?? ''
  const read = readMoney(amountTyped)
  const amount = custom ? read.cents && toDollars(read.cents) : (program?.amount ?? null)

  const choosePayor = (chosen: Payor | null) => {
    bill.reset()
    setIsNew(false)
    setPayor(chosen)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!payor || !program || bill.isPending) return
    setProblem(custom ? (read.problem ?? undefined) : undefined)
    if (amount === null) return
    bill.mutate(
      { programId: program.id, memberId: payor.id, amount: custom ? amount : null },
      {
        onSuccess: ({ data, billGenerationError }) => {
          toast(data ? `${payor.name} has a bill of ${formatMoney(data.amount)}` : (billGenerationError ?? ''))
          onClose()
        },
      },
    )
  }
  if (isNew) return <AddMemberDialog onClose={() => setIsNew(false)} onAdded={choosePayor} onFound={choosePayor} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={ofPayor ? 'Add a Bill' : 'Bill One Payor'}
      subject={ofPayor?.name ?? ofProgram?.name}
      held={bill.isPending}
      foot={
        <>
          <Button onClick={onClose} disabled={bill.isPending} data-safe>
            Cancel
          </Button>
          {payor && (
            <Button variant="primary" type="submit" form={id} disabled={!program} busy={bill.isPending} busyText="Adding...">
              Add Bill
            </Button>
          )}
        </>
      }
    >
      {payor === null ? (
        <ChoosePayor onChoose={choosePayor} onNew={() => setIsNew(true)} />
      ) : (
        <form id={id} className={stack} noValidate onSubmit={submit}>
          {bill.isError && <Failure error={bill.error} elsewhere={ofPayor ? null : payor} />}
          {!ofPayor && (
            <div className={styles.chosen}>
              <span className={medium}>{payor.name}</span>
              <Button onClick={() => choosePayor(null)} disabled={bill.isPending}>
                Choose someone else
              </Button>
            </div>
          )}
          {!ofProgram && (
            <ChooseProgram
              chosen={program}
              onChoose={(chosen) => {
                bill.reset()
                setTyped(null)
                setProblem(undefined)
                setProgram(chosen)
              }}
            />
          )}
          {custom && <MoneyField label="Amount" typed={amountTyped} onTyped={setTyped} problem={problem} />}
          <p role="status">{program && !isBilled(bill.error) && billOneWords({ payor, program, amount, today: today() })}</p>
        </form>
      )}
    </Dialog>
  )
}
