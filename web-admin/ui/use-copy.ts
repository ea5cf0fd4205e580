import { useEffect, useState } from 'react'

const COPIED_LASTS = 2_000

/** Copies a text; the state is 'copied' for two seconds, or 'refused' without clipboard access. */
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
