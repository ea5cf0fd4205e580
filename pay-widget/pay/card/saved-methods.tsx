import { useEffect, useRef, useState } from 'react'
import type { StripeMethod } from '../../../modules/bills/contract.ts'
import type { SavedMethod } from '../../../modules/payments/contract.ts'
import { brandName } from '../../../modules/shared/card-brands.ts'
import { hidden, secondary } from '../base.css.ts'
import { savedActions, saved as savedClass, savedRow } from '../bill/bill.css.ts'
import type { Saved } from '../bill/use-saved.ts'
import { button, check, ghost } from '../controls.css.ts'
import { Problem } from '../problem.tsx'
import type { Lang } from '../view.ts'
import { useWords } from '../words/words.ts'
import { savedWords } from './saved-words.ts'

/** Such as 'Visa ending in 4242, expires 12/31'. */
export const nameOfSaved = (lang: Lang, { brand, last4, expires }: SavedMethod): string => savedWords[lang].endingIn(brandName(brand), last4, expires)

const removeId = (methodId: string): string => `remove-${methodId}`

type Props = {
  method: StripeMethod
  kept: SavedMethod[]
  chosen: SavedMethod | null
  disabled: boolean
  onChoose: (id: string | null) => void
  remove: Saved['remove']
}

/** The saved methods, and the choice to pay with a new one. */
export const SavedMethods = ({ method, kept, chosen, disabled, onChoose, remove }: Props) => {
  const { t, lang } = useWords()
  const words = savedWords[lang]
  const [asking, setAsking] = useState<string | null>(null)
  const asked = useRef<string | null>(null)
  const [removed, setRemoved] = useState<{ name: string } | null>(null)
  const notice = useRef<HTMLParagraphElement>(null)
  // When the question closes, the Remove button gets the focus again; after a removal, the message about it does.
  useEffect(() => {
    if (!asking && asked.current) document.getElementById(removeId(asked.current))?.focus()
    asked.current = asking
  }, [asking])
  useEffect(() => {
    if (removed) notice.current?.focus()
  }, [removed])

  const rows = kept.map((one) => {
    const name = nameOfSaved(lang, one)
    if (asking === one.id)
      return (
        <Question
          key={one.id}
          name={name}
          remove={() => remove(one.id)}
          onRemoved={() => {
            setAsking(null)
            setRemoved({ name })
          }}
          onKeep={() => setAsking(null)}
        />
      )
    return (
      <div key={one.id} className={savedRow}>
        <label className={check}>
          <input type="radio" name="saved" checked={one.id === chosen?.id} onChange={() => onChoose(one.id)} />
          {name}
        </label>
        <button
          id={removeId(one.id)}
          type="button"
          className={`${button} ${ghost}`}
          aria-label={words.removeMethod(name)}
          onClick={() => setAsking(one.id)}
        >
          {words.remove}
        </button>
      </div>
    )
  })

  return (
    <>
      {kept.length > 0 && (
        <fieldset className={savedClass} disabled={disabled}>
          <legend className={hidden}>{words.savedMethods}</legend>
          {rows}
          <div className={savedRow}>
            <label className={check}>
              <input type="radio" name="saved" checked={!chosen} onChange={() => onChoose(null)} />
              {t.stripe[method].another}
            </label>
          </div>
        </fieldset>
      )}
      {removed && (
        <p ref={notice} className={secondary} role="status" tabIndex={-1}>
          {words.removed(removed.name)}
        </p>
      )}
    </>
  )
}

type QuestionProps = {
  name: string
  remove: () => Promise<void>
  onRemoved: () => void
  onKeep: () => void
}

const Question = ({ name, remove, onRemoved, onKeep }: QuestionProps) => {
  const words = savedWords[useWords().lang]
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  // The pressed button is gone, so the button that keeps the method gets the focus.
  useEffect(() => keep.current?.focus(), [])
  const yes = async () => {
    if (busy) return
    setBusy(true)
    setFailed(false)
    try {
      await remove()
      onRemoved()
    } catch {
      setBusy(false)
      setFailed(true)
    }
  }
  return (
    <fieldset className={savedRow} aria-label={words.removeMethod(name)}>
      <p>{words.removeQuestion(name)}</p>
      <div className={savedActions}>
        <button type="button" className={button} aria-disabled={busy || undefined} aria-busy={busy || undefined} onClick={() => void yes()}>
          {busy ? words.removing : words.remove}
        </button>
        <button ref={keep} type="button" className={button} aria-disabled={busy || undefined} onClick={() => busy || onKeep()}>
          {words.keep}
        </button>
      </div>
      {failed && <Problem>{words.failedToRemove}</Problem>}
    </fieldset>
  )
}
