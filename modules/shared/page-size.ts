/** Rows of a page of a list unless somebody wants another number (R102). */
export const PAGE_SIZE = 10
