import { expect, type Page } from '@playwright/test'

/** Waits until nothing on the page is wider than the width in pixels. */
export const expectFits = (page: Page, width: number, what?: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width)
