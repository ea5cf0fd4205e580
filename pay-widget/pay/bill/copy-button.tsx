import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { onlyScreen } from '../base.css.ts'
import { button, copy } from '../controls.css.ts'
import { useHydrated } from '../use-hydrated.ts'
import { useWords } from '../words/words.ts'

/** Browsers inside apps often refuse access to the clipboard. Copying from a selected field still works there. */
const copyText = async (value: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = value
    field.readOnly = true
    document.body.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}

export const CopyButton = ({ label, value }: { label: string; value: string }) => {
  const { t } = useWords()
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  if (!hydrated) return null
  return (
    <button
      type="button"
      className={`${button} ${copy} ${onlyScreen}`}
      aria-label={copied ? t.copied : t.copyField(label)}
      onClick={() => void copyText(value).then(setCopied)}
    >
      {copied ? <Check size={16} /> : <Copy size={16} />}
      {copied ? t.copied : t.copy}
    </button>
  )
}
