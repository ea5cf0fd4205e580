import { LoaderCircle, Search } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { spin } from '../ui/button.css.ts'
import { classes } from '../ui/classes.ts'
import * as combobox from '../ui/combobox.css.ts'
import { TextField } from '../ui/field.tsx'
import { hidden, money, muted, small } from '../ui/text.css.ts'
import * as styles from './remittances.css.ts'

export type Option = Readonly<{ key: string; title: string; subtitle: string; sum: string }>

type Props<Found extends Option> = {
  label: string
  hint: string
  problem?: string | undefined
  typed: string
  onTyped: (typed: string) => void
  options: readonly Found[]
  searching: boolean
  /** The text to show if nothing was found, or if the search failed. */
  none: string
  onChoose: (option: Found) => void
  /** Called on Enter before an option is chosen; true if the typed text was used otherwise. */
  onEnter?: (typed: string) => boolean
  field?: Ref<HTMLInputElement>
}

/** A field that searches as the user types; arrow keys and Enter choose a result. */
export const Finder = <Found extends Option>({ typed, onTyped, options, searching, none, onChoose, onEnter, field, ...words }: Props<Found>) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [closed, setClosed] = useState(true)
  const open = !closed && typed.trim() !== ''
  const current = Math.min(active, options.length - 1)
  useEffect(() => {
    if (open) list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  /** Enter was pressed before the results came. */
  const [wanted, setWanted] = useState(false)
  const choose = (option: Found | undefined) => {
    if (!option) return
    onChoose(option)
    setClosed(true)
    setActive(0)
  }
  useEffect(() => {
    if (!wanted || searching) return
    setWanted(false)
    if (options[0]) onChoose(options[0])
  }, [wanted, searching, options, onChoose])
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape' && open) {
      event.stopPropagation()
      setClosed(true)
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && typed.trim() !== '') {
      event.preventDefault()
      setClosed(false)
      if (open && options.length > 0) setActive((current + (key === 'ArrowDown' ? 1 : -1) + options.length) % options.length)
    } else if (key === 'Enter' && typed.trim() !== '' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      event.stopPropagation()
      if (onEnter?.(typed)) return
      if (searching) setWanted(true)
      else choose(options[current])
    }
  }
  return (
    <div className={combobox.anchor}>
      <TextField
        {...words}
        ref={field}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(open && options[current] ? { 'aria-activedescendant': `${id}-${current}` } : {})}
        autoComplete="off"
        spellCheck={false}
        maxLength={20_000}
        start={open && searching ? <LoaderCircle className={spin} /> : <Search />}
        value={typed}
        onChange={({ target }) => {
          onTyped(target.value)
          setClosed(false)
          setActive(0)
          setWanted(false)
        }}
        onBlur={() => {
          setClosed(true)
          setWanted(false)
        }}
        onKeyDown={press}
      />
      <p className={hidden} role="status">
        {open && !searching ? (options.length === 0 ? none : `${options.length} ${options.length === 1 ? 'result' : 'results'}`) : ''}
      </p>
      {open && (
        <div
          id={`${id}-list`}
          ref={list}
          role="listbox"
          aria-label={words.label}
          className={combobox.list}
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={option.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              data-active={index === current}
              className={classes(combobox.option, styles.option)}
              onClick={() => choose(option)}
            >
              <span className={styles.words}>
                <span>{option.title}</span>
                <span className={classes(small, muted)}>{option.subtitle}</span>
              </span>
              <span className={classes(small, money)}>{option.sum}</span>
            </div>
          ))}
          {options.length === 0 && <p className={combobox.none}>{searching ? 'Searching…' : none}</p>}
        </div>
      )}
    </div>
  )
}
