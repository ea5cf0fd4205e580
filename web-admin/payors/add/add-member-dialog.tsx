import { useEffect, useId, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { formatMoney } from '../../../modules/kernel/money.ts'
import type { Member } from '../../../modules/payors/contract.ts'
import { ApiError } from '../../domain/api/client.ts'
import { formMessage } from '../../domain/api/error-message.ts'
import { kindLabels, type MemberBody, type MemberValues } from '../../domain/payor/member-values.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField } from '../../ui/field.tsx'
import { medium, muted, nowrap, small, stack } from '../../ui/text.css.ts'
import { useChecks } from '../../ui/use-checks.ts'
import { matchesIn, useAddMember } from '../calls.ts'
import { CongregationField, MemberInputs } from '../list/member-inputs.tsx'
import * as styles from './add.css.ts'

type PeopleChoicesProps = { people: readonly Member[]; label: string; action: string; onChoose: (member: Member) => void }

/** Details that tell people with the same name apart. */
const about = ({ kind, congregation, email }: Member): string => `${congregation?.name ?? kindLabels[kind]} · ${email ?? 'no e-mail address'}`

export const PeopleChoices = ({ people, label, action, onChoose }: PeopleChoicesProps) => (
  <ul className={styles.choices} aria-label={label}>
    {people.map((member) => (
      <li key={member.id} className={styles.choice}>
        <span className={styles.person}>
          <span className={medium}>{member.name}</span>
          <span className={classes(small, muted)}>
            {about(member)}
            {member.phone !== null && <span className={nowrap}>{` · ${member.phone}`}</span>}
          </span>
          <span className={classes(small, muted)}>{`${formatMoney(member.balance)} open`}</span>
        </span>
        <Button aria-label={`${action}: ${member.name}`} onClick={() => onChoose(member)}>
          {action}
        </Button>
      </li>
    ))}
  </ul>
)

const load = () => import('../list/member-fields.ts')

type Kind = Member['kind']
type AddMemberDialogProps = {
  kind?: Kind | null
  onClose: () => void
  onAdded: (member: Member) => void
  /** Called if the user chooses an existing member instead. */
  onFound: (member: Member) => void
}

const kinds: readonly Kind[] = ['individual', 'congregation']
const EMPTY: MemberValues = {
  ...{ firstName: '', lastName: '', name: '', email: '', phone: '' },
  ...{ dob: '', gender: '', memberSince: '', contactName: '' },
}
const DUPLICATE = 'Someone with this name already exists'

type MatchesProps = { matches: readonly Member[]; onFound: (member: Member) => void }

const Matches = ({ matches, onFound }: MatchesProps) => {
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <div ref={words} tabIndex={-1} className={`${stack} ${styles.step}`}>
      <Banner tone="warning" title={DUPLICATE} silent>
        A person who is added twice gets two bills.
      </Banner>
      <PeopleChoices people={matches} label="People with this name" action="This is the person" onChoose={onFound} />
    </div>
  )
}

const Kinds = ({ kind, onKind }: { kind: Kind; onKind: (kind: Kind) => void }) => {
  const name = useId()
  return (
    <fieldset>
      <legend className={styles.legend}>Who pays</legend>
      <div className={styles.kinds}>
        {kinds.map((each) => (
          <CheckField key={each} type="radio" name={name} label={kindLabels[each]} checked={kind === each} onChange={() => onKind(each)} />
        ))}
      </div>
    </fieldset>
  )
}

/** Adds one person or congregation. Possible duplicates are shown first (R53). */
export const AddMemberDialog = ({ kind: first = null, onClose, onAdded, onFound }: AddMemberDialogProps) => {
  const id = useId()
  const add = useAddMember()
  const [kind, setKind] = useState<Kind>(first ?? 'individual')
  const [congregationId, setCongregationId] = useState('')
  const [matches, setMatches] = useState<readonly Member[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [noSuchCongregation, setNoSuchCongregation] = useState<string>()
  const resolver = useChecks(load, ({ fieldsOf }) => fieldsOf(kind)) as unknown as Resolver<MemberValues, unknown, MemberBody>
  const form = useForm<MemberValues, unknown, MemberBody>({ resolver, defaultValues: EMPTY })
  const { errors, isDirty } = form.formState

  const send = (confirm: boolean) =>
    form.handleSubmit(async (body) => {
      setProblem(null)
      setNoSuchCongregation(undefined)
      const congregation = kind === 'individual' && congregationId !== '' ? congregationId : null
      try {
        onAdded(await add.mutateAsync({ ...body, kind, congregationId: congregation, ...(confirm && { confirm }) }))
      } catch (error) {
        const found = matchesIn(error)
        setMatches(found)
        if (found) return
        const issues = error instanceof ApiError ? error.issues : []
        for (const { path, message } of issues) if (path in EMPTY) form.setError(path as keyof MemberValues, { message }, { shouldFocus: true })
        // 404 can only mean that the congregation has been forgotten or removed meanwhile.
        if (error instanceof ApiError && error.status === 404 && congregation) setNoSuchCongregation('This congregation no longer exists')
        else if (issues.length === 0) setProblem(formMessage(error, 'create', 'member'))
      }
    })()
  const field = (name: keyof MemberValues) => ({ ...form.register(name), problem: errors[name]?.message })
  const busy = add.isPending
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add Person"
      subject="A member, or a congregation that is billed itself."
      held={isDirty}
      foot={
        matches ? (
          <>
            <Button onClick={() => setMatches(null)} disabled={busy}>
              Back
            </Button>
            <Button busy={busy} busyText="Adding..." onClick={() => void send(true)}>
              Add anyway
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button variant="primary" type="submit" form={id} busy={busy} busyText="Adding...">
              {kind === 'individual' ? 'Add Person' : 'Add Congregation'}
            </Button>
          </>
        )
      }
    >
      {problem !== null && (
        <Banner tone="failure" title="Nobody was added">
          {problem}
        </Banner>
      )}
      {matches ? (
        <Matches matches={matches} onFound={onFound} />
      ) : (
        <form
          id={id}
          className={stack}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            // Without this, the form around this dialog would be submitted too.
            event.stopPropagation()
            void send(false)
          }}
        >
          <Kinds kind={kind} onKind={setKind} />
          <MemberInputs key={kind} kind={kind} field={field} />
          {kind === 'individual' && <CongregationField value={congregationId} problem={noSuchCongregation} onChange={setCongregationId} />}
        </form>
      )}
    </Dialog>
  )
}
