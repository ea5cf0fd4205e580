/** Rows of a page of a list unless somebody wants another number (R120). */
export const PAGE_SIZE = 10
