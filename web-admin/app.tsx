import { useSetAtom } from 'jotai'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { type AroundNavHandler, Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { type AdminPage, framedPaths, openPaths } from '../modules/app/admin-paths.ts'
import { InMoment } from './as-of/in-moment.tsx'
import { withAsOf } from './domain/api/as-of.ts'
import { loginAddress } from './domain/api/client.ts'
import { sessionProblemAtom, useSession } from './domain/session/session.ts'
import { pages } from './pages.tsx'
import { Providers } from './providers.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { InShownNetwork } from './shell/in-shown-network.tsx'
import { Shell } from './shell/shell.tsx'
import { NotFound } from './ui/not-found.tsx'
import { Bone, BoneRows, Loading } from './ui/skeleton.tsx'
import { stack } from './ui/text.css.ts'

/** Renders its children for signed-in users, and `loading` until the session is known. */
const Protected = ({ children, loading }: { children: ReactNode; loading: ReactNode }) => {
  const session = useSession()
  const [path] = useLocation()
  const search = useSearch()
  const setProblem = useSetAtom(sessionProblemAtom)
  useEffect(() => {
    if (session.error !== null) setProblem(session.error)
  }, [session.error, setProblem])
  if (session.status === 'loading') return loading
  if (session.status === 'unauthenticated') {
    // After a sign-in the dashboard is shown by default, so the root needs no return address.
    const back = path === '/' ? '/login' : loginAddress(path, search ? `?${search}` : '')
    return <Redirect to={back} replace />
  }
  return path === '/' ? <Redirect to="/dashboard" replace /> : children
}

/** Shown while a page's code or the session loads. */
const PageBones = () => (
  <Loading text="Loading..." quiet>
    <div className={stack}>
      <Bone width={10} height={1.5} />
      <Bone width={20} />
    </div>
    <BoneRows />
  </Loading>
)

const lazyPage = (name: keyof typeof pages) => lazy(async () => ({ default: await pages[name]() }))

const routesOf = <Name extends AdminPage>(paths: Record<Name, string>) =>
  (Object.entries(paths) as [Name, string][]).map(([name, path]) => <Route key={name} path={path} component={lazyPage(name)} />)

const framedRoutes = routesOf(framedPaths)
const openRoutes = routesOf(openPaths)
const NotFoundPage = lazyPage('notFound')

const Caught = ({ children }: { children: ReactNode }) => <ErrorBoundary location={useLocation()[0]}>{children}</ErrorBoundary>

/** Every link and navigation keeps the address's `asOf`. */
const goAlong: AroundNavHandler = (navigate, to, options) => navigate(withAsOf(to), options)

/** All these pages share one layout, which stays mounted while pages change. */
const Framed = () => (
  <Router aroundNav={goAlong} hrefs={withAsOf}>
    <Shell>
      <Protected loading={<PageBones />}>
        <InShownNetwork>
          <Caught>
            <InMoment>
              <Suspense fallback={<PageBones />}>
                <Switch>
                  {framedRoutes}
                  <Route component={NotFound} />
                </Switch>
              </Suspense>
            </InMoment>
          </Caught>
        </InShownNetwork>
      </Protected>
    </Shell>
  </Router>
)

const sections = new Set(Object.values(framedPaths).map((path) => path.split('/')[1]))
/**
 * The root, and every address whose first segment is that of a framed page, so that unknown ones show 'not found'
 * within the layout.
 */
const framed = new RegExp(`^/(?:$|(?:${[...sections].join('|')})(?:/|$))`, 'i')

export const App = () => (
  <Providers>
    <Caught>
      <Suspense fallback={null}>
        <Switch>
          <Route path={framed} component={Framed} />
          {openRoutes}
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </Caught>
  </Providers>
)
