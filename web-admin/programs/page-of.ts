/** The page that an address asks for; the first when it says nothing sensible. */
export const pageOf = (search: URLSearchParams): number => {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page >= 1 ? page : 1
}
