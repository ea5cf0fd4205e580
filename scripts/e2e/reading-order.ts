import type { FrameLocator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect } from './test.ts'

/**
 * Checks the reading order: each heading, link and control is right of the preceding one, below it, or in a new column
 * to the right.
 */
const expectReadAsSeen = async (place: Page | FrameLocator, what: string): Promise<void> => {
  const jumps = await place.locator('h1, h2, h3, a, button, input, select, textarea, [role=tab], iframe').evaluateAll((all) => {
    const seen = all.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const name = `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.trim().slice(0, 60)
      return element.checkVisibility({ visibilityProperty: true }) && right - left > 1 ? [{ name, left, right, top, bottom }] : []
    })
    return seen.flatMap((one, i) => {
      const before = seen[i - 1]
      if (!before || one.left >= before.right) return []
      const isBeside = one.top < before.bottom - 1 && one.left < before.left - 1 && one.bottom <= before.bottom
      return one.bottom <= before.top || isBeside ? [`${one.name} is read after ${before.name}`] : []
    })
  })
  expect(jumps, `${what}: read in the order of the screen`).toEqual([])
}

export const expectReadable = async (page: Page, what: string, place: Page | FrameLocator = page): Promise<void> => {
  await expectAccessible(page, what)
  await expectReadAsSeen(place, what)
}
