import { keepPreviousData } from '@tanstack/react-query'
import { CircleUser, HandCoins, Layers, LoaderCircle, type LucideIcon, ReceiptText, Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Found } from '../../modules/networks/contract.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { retryOf, useData } from '../domain/queries.ts'
import { useGo } from '../domain/session/go.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { useUser } from '../domain/session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { spin } from '../ui/button.css.ts'
import { IconButton, PlainButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import * as overlay from '../ui/overlay.css.ts'
import { focusToReturn } from '../ui/return-focus.ts'
import { hidden, muted, small } from '../ui/text.css.ts'
import { ToastSlot } from '../ui/toast.tsx'
import { useRested } from '../ui/use-rested.ts'
import { commandsFor } from './commands.ts'
import * as styles from './find.css.ts'

/** The least number of letters to search for: a shorter text would match too much. */
const LEAST = 2

const REST = 200

const kinds: readonly [kind: string, title: string, icon: LucideIcon][] = [
  ['bill', 'Bills', ReceiptText],
  ['payor', 'Payors', CircleUser],
  ['program', 'Programs', Layers],
  ['payment', 'Payments', HandCoins],
]

type Choice = { key: string; title: string; subtitle: string | null; icon: LucideIcon; href: string }
type Group = { title: string; choices: Choice[] }

/** Groups results by kind; the kind with the best match comes first. */
const groupsOf = (found: readonly Found[]): Group[] =>
  [...new Set(found.map(({ kind }) => kind))]
    .flatMap((kind) => kinds.filter(([known]) => known === kind))
    .map(([kind, title, icon]) => ({
      title,
      choices: found
        .filter((one) => one.kind === kind)
        .map((one) => ({ key: `${kind} ${one.id}`, title: one.title, subtitle: one.subtitle, icon, href: one.url })),
    }))

/** The number of found bills and payors for which a payment can be recorded at once. */
const PAID_FOR = 3

/** 'Record payment for Ann Miller': for the best of the found bills and payors. */
const paymentsFor = (found: readonly Found[]): Choice[] =>
  found
    .filter(({ kind }) => kind === 'payor' || kind === 'bill')
    .slice(0, PAID_FOR)
    .map(({ kind, id, title, subtitle }) => ({
      ...{ key: `pay ${id}`, title: `Record payment for ${title}`, subtitle, icon: HandCoins },
      href: `/payments/new?${kind === 'payor' ? 'payor' : 'bills'}=${id}`,
    }))

type OptionProps = { choice: Choice; id: string; active: boolean; onChoose: () => void; onPoint: () => void }

const Option = ({ choice: { icon: Icon, title, subtitle }, id, active, onChoose, onPoint }: OptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
  <div id={id} role="option" aria-selected={active} data-active={active} className={styles.option} onClick={onChoose} onPointerMove={onPoint}>
    <Icon />
    <span className={styles.words}>
      <span>{title}</span>
      {subtitle !== null && <span className={`${small} ${muted}`}>{subtitle}</span>}
    </span>
  </div>
)

type ResultsProps = {
  id: string
  list: RefObject<HTMLDivElement | null>
  groups: readonly Group[]
  current: Choice | undefined
  /** The text to show if there are no results. */
  none: string | null
  onChoose: (choice: Choice) => void
  onPoint: (index: number) => void
}

const Results = ({ id, list, groups, current, none, onChoose, onPoint }: ResultsProps) => {
  const choices = groups.flatMap((group) => group.choices)
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list} onMouseDown={(event) => event.preventDefault()}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a list box are grouped by role
        <div key={group.title} role="group" aria-labelledby={`${id}-${group.title}`}>
          <div id={`${id}-${group.title}`} className={styles.groupTitle}>
            {group.title}
          </div>
          {group.choices.map((choice) => {
            const index = choices.indexOf(choice)
            return (
              <Option
                key={choice.key}
                id={`${id}-${index}`}
                choice={choice}
                active={choice === current}
                onChoose={() => onChoose(choice)}
                onPoint={() => choice === current || onPoint(index)}
              />
            )
          })}
        </div>
      ))}
      {choices.length === 0 && none !== null && <p className={styles.none}>{none}</p>}
    </div>
  )
}

const statusOf = (searching: boolean, results: number): string => {
  if (searching) return 'Searching…'
  return results === 0 ? 'Nothing matches.' : `${results} ${results === 1 ? 'result' : 'results'}`
}

/** The records and commands that match the typed words. */
const useMatches = (typed: string) => {
  const may = { change: useMayChange(), operate: useUser()?.isOperator ?? false }
  const words = useRested(typed.trim(), REST)
  const found = useData<Found[]>(['find', words], '/find', { query: { q: words }, enabled: words.length >= LEAST, placeholderData: keepPreviousData })
  const long = typed.trim().length >= LEAST
  const searching = long && (found.isFetching || words !== typed.trim())
  const records = long ? (found.data ?? []) : []
  const commands = commandsFor(typed, may).map(({ label, href, icon }) => ({ key: label, title: label, subtitle: null, icon, href }))
  const offered = [...commands, ...(may.change ? paymentsFor(records) : [])]
  return {
    searching,
    error: long && !searching ? found.error : null,
    retry: retryOf(found),
    groups: [...groupsOf(records), ...(offered.length > 0 ? [{ title: 'Commands', choices: offered }] : [])],
  }
}

/** Keeps one of the choices current; the arrow keys move to another. */
const useCurrent = (choices: readonly Choice[]) => {
  const [active, setActive] = useState(0)
  const last = choices.length - 1
  const move = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: active >= last ? 0 : active + 1, ArrowUp: active <= 0 ? last : Math.min(active, last) - 1 }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    setActive(Math.max(next, 0))
  }
  return { current: choices[Math.min(active, last)], setActive, move }
}

/** Finds bills, payors, programs, payments and commands from a few letters. */
export const FindDialog = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const id = useId()
  const go = useGo()
  const [typed, setTyped] = useState('')
  const { groups, searching, error, retry } = useMatches(typed)
  const list = useRef<HTMLDivElement>(null)
  const giveBack = useRef<() => void>(() => undefined)
  const left = useRef(false)

  const choices = groups.flatMap((group) => group.choices)
  const { current, setActive, move } = useCurrent(choices)

  useEffect(() => {
    list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const choose = (choice: Choice | undefined) => {
    if (!choice) return
    left.current = true
    onOpenChange(false)
    if (choice.href === '/logout') window.location.assign(choice.href)
    else go(choice.href)
  }
  const press = (event: KeyboardEvent) => {
    move(event)
    if (event.key !== 'Enter') return
    event.preventDefault()
    choose(current)
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlay.backdrop}>
          <Dialog.Content
            className={`${overlay.dialog({})} ${styles.box}`}
            aria-describedby={undefined}
            onOpenAutoFocus={() => {
              giveBack.current = focusToReturn()
              left.current = false
              setTyped('')
              setActive(0)
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              // After a navigation, the new page gets the focus instead.
              if (!left.current) giveBack.current()
            }}
          >
            <Dialog.Title className={hidden}>Find anything</Dialog.Title>
            <div className={styles.head}>
              <TextField
                bare
                label="Find anything"
                placeholder="Find a bill, payor, program or command"
                role="combobox"
                aria-expanded
                aria-controls={`${id}-list`}
                aria-autocomplete="list"
                {...(current ? { 'aria-activedescendant': `${id}-${choices.indexOf(current)}` } : {})}
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                start={searching ? <LoaderCircle className={spin} /> : <Search />}
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value)
                  setActive(0)
                }}
                onKeyDown={press}
              />
              <Dialog.Close asChild>
                <IconButton label="Close" icon={X} tip={false} />
              </Dialog.Close>
            </div>
            <p className={hidden} role="status">
              {statusOf(searching, choices.length)}
            </p>
            {error && (
              <div className={styles.problem}>
                <Banner tone="failure" title="The search failed">
                  {errorMessage(error, 'search', 'network')} {retry && <PlainButton onClick={retry}>Try Again</PlainButton>}
                </Banner>
              </div>
            )}
            <Results
              id={id}
              list={list}
              groups={groups}
              current={current}
              none={error ? null : searching ? 'Searching…' : 'Nothing matches.'}
              onChoose={choose}
              onPoint={setActive}
            />
            <ToastSlot />
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
