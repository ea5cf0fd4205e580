import { useEffect, useState } from 'react'

/** The typed text, once typing has paused for that many milliseconds. */
export const useRested = (typed: string, milliseconds: number): string => {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), milliseconds)
    return () => clearTimeout(timer)
  }, [typed, milliseconds])
  return rested
}
