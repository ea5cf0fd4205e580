import type { Page } from '@playwright/test'

type Cache = Readonly<{ getAll: () => Readonly<{ state: unknown }>[] }>
type QueryClient = Readonly<{ getMutationCache: () => Cache; getQueryCache: () => Cache }>
type Fiber = Readonly<{ child: Fiber | null; memoizedProps: Readonly<{ client?: QueryClient }> | null }>

/** All that the admin's query client holds: the requests and answers that the page still has, shown or not. */
export const remembered = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const [, top] = Object.entries(document.querySelector('#root') ?? {}).find(([name]) => name.startsWith('__reactContainer$')) ?? []
    let fiber = (top as { stateNode: { current: Fiber | null } }).stateNode.current
    while (fiber && !fiber.memoizedProps?.client) fiber = fiber.child
    const client = fiber?.memoizedProps?.client
    if (!client) throw new Error('The page has no query client')
    return JSON.stringify([client.getMutationCache(), client.getQueryCache()].flatMap((cache) => cache.getAll().map(({ state }) => state)))
  })
