import type { Page, Route } from '@playwright/test'

/** Holds a request until the returned function is called, then continues it or fulfils it with `answer`. */
export const hold = async (page: Page, call: string, answer: (route: Route) => Promise<void> = (route) => route.continue()): Promise<() => void> => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(call, async (route) => {
    await held
    await answer(route)
  })
  return letGo
}
