import { useEffect, useState } from 'react'

const COPIED_LASTS = 2_000

/** Copies a text; 'copied' for two seconds, 'refused' where the browser keeps the clipboard closed. */
export const useCopy = () => {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), COPIED_LASTS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      return true
    } catch {
      setState('refused')
      return false
    }
  }
  return { state, copy }
}
