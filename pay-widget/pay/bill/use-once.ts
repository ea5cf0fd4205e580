import { useRef, useState } from 'react'

/** Ignores a second press while the first one is being handled. */
export const useOnce = () => {
  const [busy, setBusy] = useState(false)
  const isBusy = useRef(false)
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setBusy(true)
    await work()
    isBusy.current = false
    setBusy(false)
  }
  return [busy, once] as const
}
