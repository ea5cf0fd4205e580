import type { BrowserContext } from '@playwright/test'

/**
 * A stand-in for the browser's translator: replaces each text, including texts added later, by two nested <font>
 * elements with the same words, so that the stories can still read the page. 'joined' merges neighboring texts.
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
      // As the translator does it: one insertion and one removal, by functions that the page cannot replace.
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
