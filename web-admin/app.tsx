import { lazy, type ReactNode, Suspense } from 'react'
import { type AroundNavHandler, Route, Router, Switch, useLocation } from 'wouter'
import { type AdminPage, framedPaths, openPaths } from '../modules/app/admin-paths.ts'
import { InMoment } from './as-of/in-moment.tsx'
import { withAsOf } from './domain/api/as-of.ts'
import { Protected } from './domain/session/protected.tsx'
import { pages } from './pages.tsx'
import { Providers } from './providers.tsx'
import { InShownNetwork } from './shell/elsewhere.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { PageBones } from './shell/page-bones.tsx'
import { Shell } from './shell/shell.tsx'
import { NotFound } from './ui/not-found.tsx'

const lazyPage = (name: keyof typeof pages) => lazy(async () => ({ default: await pages[name]() }))

const routesOf = <Name extends AdminPage>(paths: Record<Name, string>) =>
  (Object.entries(paths) as [Name, string][]).map(([name, path]) => <Route key={name} path={path} component={lazyPage(name)} />)

const framedRoutes = routesOf(framedPaths)
const openRoutes = routesOf(openPaths)
const NotFoundPage = lazyPage('notFound')

const Caught = ({ children }: { children: ReactNode }) => <ErrorBoundary location={useLocation()[0]}>{children}</ErrorBoundary>

/** Keeps the address's `asOf` in every link and navigation. */
const goAlong: AroundNavHandler = (navigate, to, options) => navigate(withAsOf(to), options)

/** One layout for all of these pages, so that it stays mounted while pages change. */
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
/** The root, and every address whose first segment is that of a framed page, so that unknown ones show 'not found' within the layout. */
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
