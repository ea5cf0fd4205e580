export const withRedirect = (path: string, redirectTo: string | null): string =>
  redirectTo === null ? path : `${path}?${new URLSearchParams({ redirectTo })}`
