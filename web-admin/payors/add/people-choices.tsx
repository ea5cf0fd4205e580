import { formatMoney } from '../../../modules/kernel/money.ts'
import type { Member } from '../../../modules/payors/contract.ts'
import { kindLabels } from '../../domain/payor/member-values.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { medium, muted, nowrap, small } from '../../ui/text.css.ts'
import * as styles from './add.css.ts'

type Props = { people: readonly Member[]; label: string; action: string; onChoose: (member: Member) => void }

/** Distinguishes people with the same name. */
const about = ({ kind, congregation, email }: Member): string => `${congregation?.name ?? kindLabels[kind]} · ${email ?? 'no e-mail address'}`

export const PeopleChoices = ({ people, label, action, onChoose }: Props) => (
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
