import type { Frame, Page } from '@playwright/test'
import { englishIn } from '../testing/english.ts'
import { manual, newProfile, newProgram } from './network.ts'
import { type Admin, newAdmin } from './test.ts'

/** All texts that a payor can read or hear on a page, hidden parts included, except names of other languages. */
const textsOf = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => {
    const isForeign = (element: Element | null) => element?.closest('script, style, [lang=en]:not(html)') !== null
    const texts = [document.title]
    const look = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        // With scripting on, the content of <noscript> is a single text node, which is never shown.
        if (node instanceof Text && !isForeign(node.parentElement) && node.parentElement?.tagName !== 'NOSCRIPT') texts.push(node.data)
        if (!(node instanceof Element) || isForeign(node)) continue
        for (const name of ['title', 'placeholder', 'alt', 'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'])
          texts.push(node.getAttribute(name) ?? '')
        if (node instanceof HTMLInputElement && ['button', 'submit', 'reset'].includes(node.type)) texts.push(node.value)
        if (node.shadowRoot) look(node.shadowRoot)
      }
    }
    look(document.documentElement)
    return texts.filter((text) => text.trim())
  })

/**
 * Collects English texts on Spanish pages, and in the sandbox's frames, which stand in for Stripe's and get their
 * language from the page.
 */
export const englishOn = () => {
  const found = new Set<string>()
  const looked = new Set<string>()
  const inText = (what: string, text: string): void => {
    looked.add(what)
    const english = englishIn(text)
    if (english) found.add(`${what}: '${english}' in '${text.replaceAll(/\s+/g, ' ').trim().slice(0, 120)}'`)
  }
  const look = async (page: Page, what: string): Promise<void> => {
    for (const frame of page.frames()) {
      if (frame.isDetached() || frame.url() === 'about:blank') continue
      for (const text of await textsOf(frame)) inText(what, text)
      const lang = await frame.evaluate(() => document.documentElement.lang)
      if (lang !== 'es' && !frame.url().includes('/sandbox/')) found.add(`${what}: lang="${lang}"`)
    }
  }
  return { look, inText, found: () => [...found], looked }
}
export type EnglishOn = ReturnType<typeof englishOn>

const wire = { bankName: 'Banco de la Llanura', accountName: 'Sínodo de Ríoclaro', routingNumber: '123123123', accountNumber: '000987654321' }
const enabled = {
  Wire: wire,
  ACH: wire,
  Zelle: manual.Zelle,
  PayPal: { paypalUsername: 'rioclaro' },
  Venmo: { venmoHandle: '@rioclaro' },
  CashApp: { cashappHandle: '$rioclaro' },
  Check: { payableTo: 'Tesorería de Ríoclaro', mailingAddress: 'Apartado 40\nRíoclaro, ND 58201' },
}

/** A network in Spanish, with Spanish names. */
export const spanishNetwork = async (url: string): Promise<Admin> => {
  const admin = await newAdmin(url, 'Sínodo de Ríoclaro')
  const contact = { contactName: 'Lucía Bautista', contactEmail: 'tesoreria@example.org', contactPhone: '(701) 555-0143' }
  await admin.api.put(`/networks/${admin.network.id}`, { language: 'es', ...contact })
  return admin
}

export const spanishProfile = (admin: Admin, more: object = {}) =>
  newProfile(admin, 'Cuenta general', {
    ...Object.fromEntries(Object.entries(enabled).map(([name, fields]) => [name, { isEnabled: true, ...fields }])),
    ...more,
  })

export const spanishProgram = (admin: Admin, more: object = {}) =>
  newProgram(admin, { name: 'Cuota anual', description: 'Parte de la obra común', ...more })

export const spanishPeople = (count: number, email = (i: number) => `pagador${i}@example.org`): string =>
  ['firstName,lastName,email', ...Array.from({ length: count }, (_, i) => `Inés,Ñandú${String.fromCharCode(65 + i)},${email(i)}`)].join('\n')
