/** An address that keeps the way back. */
export const withRedirect = (path: string, redirectTo: string | null): string =>
  redirectTo === null ? path : `${path}?${new URLSearchParams({ redirectTo })}`
