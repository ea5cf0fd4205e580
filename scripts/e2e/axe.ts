import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** axe waits only a second for a frame and then silently leaves it out, so on a busy machine it is tried again. */
const analyze = async (axe: AxeBuilder, tries = 5): Promise<Awaited<ReturnType<AxeBuilder['analyze']>>> => {
  const results = await axe.analyze()
  const isWhole = results.incomplete.every(({ id }) => id !== 'frame-tested')
  return isWhole || tries === 1 ? results : analyze(axe, tries - 1)
}

type Rules = Parameters<AxeBuilder['options']>[0]['rules']

/**
 * Asks axe only for violations and incomplete checks: on a page with frames it merges results on a second page, which
 * takes as long as the checks. `again`: axe is already on the page.
 */
const axeOn = (page: Page, { rules = {}, again = false }: Readonly<{ rules?: Rules; again?: boolean }> = {}): AxeBuilder => {
  const isWhole = page.frames().length === 1
  return new AxeBuilder({ page, ...(isWhole && again ? { axeSource: ';' } : {}) })
    .setLegacyMode(isWhole)
    .options({ rules: { ...rules }, resultTypes: ['violations', 'incomplete'] })
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

/** Expects no findings of axe: all rules in light mode, colors also in dark mode. `layer`: an open menu or tooltip. */
export const expectAccessible = async (page: Page, what: string, { layer = false } = {}): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  // Experimental, so off by default: the accessible name of a button must contain its visible text.
  const light = axeOn(page, { rules: { 'label-content-name-mismatch': { enabled: true } } })
  // Menus and tooltips are outside of the page's landmarks, and axe exempts only dialogs from them.
  await expectNothing(layer ? light.disableRules('region') : light, `${what}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNothing(axeOn(page, { again: true }).withRules(['color-contrast', 'link-in-text-block', 'frame-tested']), `${what}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}
