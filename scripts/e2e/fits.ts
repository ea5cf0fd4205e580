import { expect, type Page } from '@playwright/test'

/** Nothing on the page is wider than so many pixels, once it has taken the form that it has at this width. */
export const expectFits = (page: Page, width: number, what?: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width)
