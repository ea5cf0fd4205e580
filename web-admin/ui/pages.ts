/** The page numbers to show, null for an ellipsis: all up to seven; above, the first, the last, the current one and its neighbors. */
export const pagesShown = (current: number, total: number): (number | null)[] => {
  if (total <= 7) return Array.from({ length: total }, (_, index) => index + 1)
  const shown = [...new Set([1, current - 1, current, current + 1, total])].filter((page) => page >= 1 && page <= total).sort((a, b) => a - b)
  return shown.flatMap((page, index) => {
    const gap = page - (shown[index - 1] ?? 0)
    // An ellipsis never replaces a single page.
    return gap === 2 ? [page - 1, page] : gap > 2 ? [null, page] : [page]
  })
}
