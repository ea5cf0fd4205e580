import { useEffect } from 'react'

/** The tab's title. */
export const useTitle = (title: string) => {
  useEffect(() => {
    document.title = `${title} · Vestry`
  }, [title])
}
