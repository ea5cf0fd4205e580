import { ArrowRight, type LucideIcon, Mail } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Message } from '../../../modules/messages/contract.ts'
import { purposeLabels } from '../../../modules/messages/values.ts'
import type { HistoryRow } from '../../../modules/shared/history.ts'
import { classes } from '../../ui/classes.ts'
import { SelectField } from '../../ui/field.tsx'
import { hidden, muted, small } from '../../ui/text.css.ts'
import { formatMinuteOf } from '../api/network-clock.ts'
import { MailBadge } from '../mail/mail-badge.tsx'
import { iconOf, kindOf } from './event-icons.ts'
import { type Change, changesOf } from './history-words.ts'
import * as styles from './timeline.css.ts'

/** One entry of a history. */
export type Moment = Readonly<{
  key: string | number
  at: string
  icon: LucideIcon
  /** The filter's value. */
  kind: string
  person: string
  title: string
  /** The address of the page as of this entry. */
  href?: string | undefined
  /** The record's name, if the list has several records. */
  about?: string | null
  who: ReactNode
  why: string | null
  changes: readonly Change[]
  more?: ReactNode
}>

/** 'Ada Ferreira, from row 17 of an upload of members'. */
export const byWhom = ({ actor, cause }: Pick<HistoryRow, 'actor' | 'cause'>): string => (cause === null ? actor.name : `${actor.name}, ${cause}`)

export const momentOf = (row: HistoryRow): Moment => ({
  key: row.revision,
  at: row.at,
  icon: iconOf(row.type),
  kind: kindOf(row.type),
  person: row.actor.name,
  title: row.summary,
  who: byWhom(row),
  why: row.reason,
  changes: changesOf(row),
})

export const mailedAt = ({ sentAt, createdAt }: Message): string => sentAt ?? createdAt

export const momentOfMail = (mail: Message): Moment => ({
  key: mail.id,
  at: mailedAt(mail),
  icon: Mail,
  kind: 'Mail',
  person: 'Vestry',
  title: `Mail: ${purposeLabels[mail.purpose]}`,
  who: mail.payor.email ?? 'No e-mail address',
  why: mail.error,
  changes: [],
  more: <MailBadge status={mail.status} />,
})

/** 'Amount $100.00 → $120.00'. */
export const ChangeLine = ({ change: { what, from, to } }: { change: Change }) => (
  <p className={styles.change}>
    {what !== null && <span className={muted}>{what}</span>}
    {from !== null && (
      <>
        <del>
          <span className={hidden}>from </span>
          {from}
        </del>
        <ArrowRight />
      </>
    )}
    <span>
      {from !== null && <span className={hidden}>to </span>}
      {to ?? 'none'}
    </span>
  </p>
)

type LineProps = { moment: Moment; later?: boolean; current?: boolean }

export const Line = ({
  moment: { icon: Icon, title, href, about = null, at, who, why, changes, more },
  later = false,
  current = false,
}: LineProps) => (
  <li className={classes(styles.event, later && styles.later)} {...(current ? { 'aria-current': 'step' as const } : {})}>
    <span className={styles.dot}>
      <Icon />
    </span>
    <div>
      <div className={styles.eventHead}>
        <h3>{href === undefined ? title : <Link href={href}>{title}</Link>}</h3>
        <time dateTime={at}>{formatMinuteOf(at)}</time>
      </div>
      {about !== null && <p>{about}</p>}
      <p className={classes(small, muted)}>{who}</p>
      {changes.map((change) => (
        <ChangeLine key={change.what ?? ''} change={change} />
      ))}
      {more !== undefined && <div>{more}</div>}
      {why !== null && <p className={styles.reason}>{why}</p>}
    </div>
  </li>
)

/** A history with more entries gets filters. */
const HANDFUL = 5
const different = (values: readonly string[]): string[] => [...new Set(values)].sort((a, b) => a.localeCompare(b))

type ChoiceProps = { label: string; all: string; options: readonly string[]; value: string; onChange: (value: string) => void }

const Choice = ({ label, all, options, value, onChange }: ChoiceProps) => (
  <SelectField bare label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    <option value="">{all}</option>
    {options.map((option) => (
      <option key={option} value={option}>
        {option}
      </option>
    ))}
  </SelectField>
)

type Props = {
  moments: readonly Moment[]
  label: string
  /** The entry whose moment is shown; later entries are muted. */
  shown?: Pick<Moment, 'key' | 'at'> | null
}

/** A history, oldest first: who, when, why, before → after (R71). */
export const Timeline = ({ moments, label, shown = null }: Props) => {
  const [kind, setKind] = useState('')
  const [person, setPerson] = useState('')
  const inOrder = [...moments].sort((a, b) => a.at.localeCompare(b.at))
  const wanted = inOrder.filter((moment) => (kind === '' || moment.kind === kind) && (person === '' || moment.person === person))
  const last = shown ? inOrder.findLastIndex(({ key, at }) => key === shown.key || at < shown.at) : inOrder.length - 1
  const [before, later] = [wanted.filter((moment) => inOrder.indexOf(moment) <= last), wanted.filter((moment) => inOrder.indexOf(moment) > last)]
  return (
    <>
      {moments.length > HANDFUL && (
        <search className={styles.filters} aria-label={`Filter, ${label}`}>
          <Choice label="What" all="Everything" options={different(moments.map((moment) => moment.kind))} value={kind} onChange={setKind} />
          <Choice label="By whom" all="By anybody" options={different(moments.map((moment) => moment.person))} value={person} onChange={setPerson} />
        </search>
      )}
      {wanted.length === 0 && <p className={muted}>{moments.length === 0 ? 'No events yet.' : 'No event matches these filters.'}</p>}
      {before.length > 0 && (
        <ol aria-label={label}>
          {before.map((moment) => (
            <Line key={moment.key} moment={moment} current={shown?.key === moment.key} />
          ))}
        </ol>
      )}
      {later.length > 0 && (
        <>
          <p className={styles.divider}>After the moment shown</p>
          <ol aria-label="After the moment shown">
            {later.map((moment) => (
              <Line key={moment.key} moment={moment} later />
            ))}
          </ol>
        </>
      )}
    </>
  )
}
