import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import { addressAsOf } from '../domain/api/as-of.ts'

/** Shows the page as of another moment; null: today. Pages of lists and moments of replays were those of the moment before. */
export const useShowAsOf = () => {
  const [path, navigate] = useLocation()
  const search = useSearch()
  return useCallback(
    (moment: string | null) => {
      const kept = new URLSearchParams(search)
      for (const name of ['page', 'at']) kept.delete(name)
      navigate(addressAsOf(`${path}?${kept}`, moment))
    },
    [path, search, navigate],
  )
}
