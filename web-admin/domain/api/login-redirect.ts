/** On these nobody is sent to login (R19). */
export const publicPaths: readonly string[] = [
  '/login',
  '/logout',
  '/register',
  '/confirm-email',
  '/forgot-password',
  '/reset-password',
  '/env-debug',
]

export const isPublicPath = (path: string): boolean => publicPaths.includes(path) || path.startsWith('/pay/')

/** Where an unauthenticated visitor goes, with the way back. */
export const loginAddress = (path: string, search: string): string => `/login?${new URLSearchParams({ redirectTo: `${path}${search}` })}`

/** An ended session: the browser goes to login, once, unless it is on a public page. */
export const goToLogin = (delay = 0): void => {
  const { location } = globalThis
  if (!location || isPublicPath(location.pathname)) return
  setTimeout(() => location.assign(loginAddress(location.pathname, location.search)), delay)
}
