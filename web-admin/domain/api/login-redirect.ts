/** Pages that do not redirect to the login (R12). */
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

/** The login page's address, which leads back after the sign-in. */
export const loginAddress = (path: string, search: string): string => `/login?${new URLSearchParams({ redirectTo: `${path}${search}` })}`

/** Redirects to the login once, unless on a public page. */
export const goToLogin = (delay = 0): void => {
  const { location } = globalThis
  if (!location || isPublicPath(location.pathname)) return
  setTimeout(() => location.assign(loginAddress(location.pathname, location.search)), delay)
}
