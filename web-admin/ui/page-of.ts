/** The last page that can be asked for: no list is as long. */
const MOST = 1_000_000_000

/** The page that an address asks for; the first when it says nothing sensible. */
export const pageOf = (search: URLSearchParams): number => {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MOST) : 1
}
