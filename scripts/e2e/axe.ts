import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** axe gives a frame a second to let it in and leaves it out after that, without a word: where the machine is busy it is asked again. */
const analyze = async (axe: AxeBuilder, tries = 5): Promise<Awaited<ReturnType<AxeBuilder['analyze']>>> => {
  const results = await axe.analyze()
  const isWhole = results.incomplete.every(({ id }) => id !== 'frame-tested')
  return isWhole || tries === 1 ? results : analyze(axe, tries - 1)
}

const expectNothing = async (axe: AxeBuilder, what: string): Promise<void> => {
  const { violations, incomplete } = await analyze(axe)
  expect(
    incomplete.filter(({ id }) => id === 'frame-tested'),
    `${what}: every frame is looked at`,
  ).toEqual([])
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`))
  expect.soft(found, what).toEqual([])
}

/** Nothing that axe finds wrong: all of it in light, and the colours, which alone differ, in dark. `layer` is an open menu or tooltip. */
export const expectAccessible = async (page: Page, what: string, { layer = false } = {}): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  // Off by default, since it is an experiment of axe's: what a button is called must begin with, or hold, the words that it shows.
  const light = new AxeBuilder({ page }).options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
  // Menus and tooltips lie above the page and so outside of its landmarks; axe knows that of dialogs alone.
  await expectNothing(layer ? light.disableRules('region') : light, `${what}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNothing(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block', 'frame-tested']), `${what}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}
