import type { PayState } from '../pay/view.ts'

// Prints a bill's sheet in place of its page (R70). It is a script within that page, since the page's own loads later: it may import types alone.

let pressed = false
const { print } = window
/** The page's own button. */
window.print = () => {
  pressed = true
  print.call(window)
}

/** Null where it cannot be had: the page itself is printed. */
const readSheet = (): Element | null => {
  const { id = '' } = JSON.parse(document.getElementById('pay-data')?.textContent ?? '{}') as Partial<PayState>
  const request = new XMLHttpRequest()
  // Synchronous, since browsers print as soon as the event is over.
  request.open('GET', `/pay/${encodeURIComponent(id)}/sheet?lang=${document.documentElement.lang}`, false)
  try {
    request.send()
  } catch {
    return null
  }
  return request.status === 200 ? new DOMParser().parseFromString(request.responseText, 'text/html').body.firstElementChild : null
}

let sheet: Element | null = null

addEventListener('beforeprint', () => {
  sheet?.remove()
  // Unless the button was pressed, a site prints its frame as it is seen, and a payor the lists that are open.
  const isSeen = window === top && !document.querySelector('#view-pay[aria-selected=false]')
  sheet = pressed || isSeen ? readSheet() : null
  if (sheet) document.body.prepend(sheet)
})

addEventListener('afterprint', () => {
  sheet?.remove()
  pressed = false
})
