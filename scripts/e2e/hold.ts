import type { Page, Route } from '@playwright/test'

/** Holds a call back until it is let go by what this returns; then it goes on, or is answered so. */
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
