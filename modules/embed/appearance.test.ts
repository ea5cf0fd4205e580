import { describe, expect, test } from 'vitest'
import { contrast } from '../shared/colors.ts'
import { appearanceOf } from './appearance.ts'

describe('an appearance', () => {
  const rulesOf = (query: Record<string, string>) => appearanceOf({ query }).rules

  test('has readable colours, and ignores others', () => {
    expect(contrast('#000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 2)
    expect(rulesOf({ accent: '#ffdd00' })).toBe('')
    expect(rulesOf({ surface: '#fff', text: '#777' })).toBe('')
    expect(rulesOf({ surface: '#fff' })).toBe('')
    expect(rulesOf({ surface: '#102030', text: '#fff' })).toContain('--color-surface:#102030')
    expect(rulesOf({ accent: '#000', theme: 'light' })).toContain('--color-accent-soft:#ebebeb')
    expect(rulesOf({ accent: '#000', theme: 'dark' })).not.toContain('accent-soft')
  })

  test("is light or dark as requested, else by its surface, else by the visitor's preference", () => {
    const themeOf = (query: Record<string, string>) => appearanceOf({ query }).theme
    expect([themeOf({}), themeOf({ theme: 'pink' }), themeOf({ theme: 'dark' })]).toEqual(['auto', 'auto', 'dark'])
    expect([themeOf({ surface: '#102030', text: '#fff' }), themeOf({ surface: '#fffdf5', text: '#000' })]).toEqual(['dark', 'light'])
  })

  test('has corners up to 24 pixels, and available fonts', () => {
    expect(rulesOf({ radius: '12px' })).toContain('--radius-lg:12px')
    for (const radius of ['25px', '1rem', '-1px', '1px;color:red']) expect(rulesOf({ radius }), radius).toBe('')
    expect(rulesOf({ font: '"Georgia", serif' })).toBe(':root:root body{font-family:Georgia, serif}')
    for (const font of ['Comic Sans MS', 'constructor', '__proto__']) expect(rulesOf({ font }), font).toBe('')
  })
})
