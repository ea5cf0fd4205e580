import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { nameKey, spacedKey } from '../../modules/kernel/names.ts'
import * as styles from './combobox.css.ts'
import { TextField } from './field.tsx'

type Option = { value: string; label: string }
type Props = {
  label: string
  hint?: string
  problem?: string | undefined
  options: Option[]
  value: string
  onChange: (value: string) => void
}

/** The options that contain every typed word, in any order, with case and accents ignored. */
export const matching = (options: Option[], typed: string): Option[] => {
  const words = spacedKey(typed).split(' ')
  return options.filter(({ label }) => {
    const key = nameKey(label)
    return words.every((word) => key.includes(word))
  })
}

/** A select with a search. If the user chooses no option, the previous choice stays. */
export const Combobox = ({ label, hint, problem, options, value, onChange }: Props) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  /** The typed text; null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const open = typed !== null
  const found = open ? matching(options, typed) : []
  const chosen = options.find((option) => option.value === value)?.label ?? value

  useEffect(() => {
    if (open) list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const show = () => {
    if (open) return
    setTyped('')
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    )
  }
  const choose = (option: Option | undefined) => {
    if (option) onChange(option.value)
    setTyped(null)
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return show()
      const step = key === 'ArrowDown' ? 1 : -1
      setActive((last) => (found.length === 0 ? 0 : (last + step + found.length) % found.length))
    } else if (key === 'Enter' && open) {
      event.preventDefault()
      choose(found[active])
    } else if (key === 'Escape' && open) {
      event.stopPropagation()
      setTyped(null)
    }
  }
  return (
    <div className={styles.anchor}>
      <TextField
        label={label}
        hint={hint}
        problem={problem}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(open && found[active] ? { 'aria-activedescendant': `${id}-${active}` } : {})}
        autoComplete="off"
        spellCheck={false}
        value={typed === null || typed === '' ? (open ? '' : chosen) : typed}
        placeholder={chosen}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onFocus={(event) => event.currentTarget.select()}
        onClick={show}
        onBlur={() => setTyped(null)}
        onKeyDown={press}
      />
      <span className={styles.arrow} aria-hidden>
        <ChevronDown />
      </span>
      {open && (
        <div id={`${id}-list`} ref={list} role="listbox" aria-label={label} className={styles.list} onMouseDown={(event) => event.preventDefault()}>
          {found.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={option.value === value}
              data-active={index === active}
              className={styles.option}
              onClick={() => choose(option)}
            >
              {option.label}
            </div>
          ))}
          {found.length === 0 && <p className={styles.none}>Nothing matches.</p>}
        </div>
      )}
    </div>
  )
}
