import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { Member } from '../../modules/payors/contract.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { isForgotten, kindLabels } from '../domain/payor/member-values.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/field.tsx'
import { medium, muted, small } from '../ui/text.css.ts'
import { useRested } from '../ui/use-rested.ts'
import { useFoundPayors } from './calls.ts'
import type { Payer } from './draft.ts'
import { Finder, type Option } from './finder.tsx'
import * as styles from './remittances.css.ts'

const REST = 200

type PayerOption = Option & { member: Member }
const optionOf = (member: Member): PayerOption => ({
  ...{ key: member.id, title: member.name, member, sum: `${formatMoney(member.balance)} open` },
  subtitle: [member.congregation?.name ?? kindLabels[member.kind], member.email].filter(Boolean).join(' · '),
})

type Props = { payer: Payer | null; problem?: string | undefined; onChoose: (payer: Payer | null) => void }

/** The person or congregation that paid; searched by name, e-mail or phone number. */
export const PayerField = ({ payer, problem, onChoose }: Props) => {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const words = useRested(typed.trim(), REST)
  const found = useFoundPayors(words)
  if (payer)
    return (
      <div className={styles.wholeRow}>
        <span className={styles.label}>Paid by</span>
        <div className={styles.payer}>
          <span>
            <span className={medium}>{payer.name}</span> <span className={`${small} ${muted}`}>{kindLabels[payer.kind]}</span>
          </span>
          <Button
            icon={X}
            onClick={() => {
              onChoose(null)
              setTyped('')
              requestAnimationFrame(() => field.current?.focus())
            }}
          >
            Choose someone else
          </Button>
        </div>
        {problem !== undefined && <Problem>{problem}</Problem>}
      </div>
    )
  return (
    <div className={styles.wholeRow}>
      <Finder
        field={field}
        label="Paid by (optional)"
        hint="A person or congregation. What settles no bill is kept as their credit."
        problem={problem}
        typed={typed}
        onTyped={setTyped}
        options={typed.trim() === '' ? [] : (found.data?.data ?? []).filter((member) => !isForgotten(member)).map(optionOf)}
        searching={typed.trim() !== '' && (words !== typed.trim() || found.isFetching)}
        none={found.error ? errorMessage(found.error, 'view', 'member') : 'Nobody has this name, e-mail address or phone number.'}
        onChoose={({ member: { id, kind, name } }) => onChoose({ id, kind, name })}
      />
    </div>
  )
}
