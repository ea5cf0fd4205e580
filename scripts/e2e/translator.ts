import type { BrowserContext } from '@playwright/test'

/**
 * A stand-in for the browser's own translator: each text, and each that comes later, gives its place to two nested <font>, and is let go. The
 * words stay as they are, so that a story reads the same page. 'joined' makes one sentence of neighbouring texts.
 */
export const translating = async (context: BrowserContext, mode: 'each' | 'joined'): Promise<void> => {
  await context.addInitScript((joined) => {
    if (location.pathname.startsWith('/sandbox/')) return
    const untouched = 'script, style, noscript, textarea, title, font, svg, [translate=no]'
    const replace = (text: Text): void => {
      const parent = text.parentElement
      if (!parent || parent.closest(untouched) || !text.data.trim()) return
      const font = document.createElement('font')
      const inner = font.appendChild(document.createElement('font'))
      inner.textContent = text.data
      text.before(font)
      text.remove()
      // As the translator does: one removal and one insertion of its own, by no function that the page could have changed.
      while (joined && font.nextSibling instanceof Text) {
        inner.textContent += font.nextSibling.data
        font.nextSibling.remove()
      }
    }
    const all = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = root instanceof Text ? [root] : []
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      texts.forEach(replace)
    }
    addEventListener('DOMContentLoaded', () => {
      const later = new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records) {
          if (type === 'characterData') all(target)
          for (const node of addedNodes) all(node)
        }
      })
      const options = { childList: true, subtree: true, characterData: true }
      all(document.body)
      later.observe(document.body, options)
    })
  }, mode === 'joined')
}
