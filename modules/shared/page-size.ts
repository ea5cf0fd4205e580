/** Default number of rows on a page of a list (R102). */
export const PAGE_SIZE = 10
