/** A limit that no list reaches. */
const MOST = 1_000_000_000

/** The page number in the address; 1 if it is invalid. */
export const pageOf = (search: URLSearchParams): number => {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MOST) : 1
}
