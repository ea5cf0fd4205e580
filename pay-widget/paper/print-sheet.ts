import type { PayState } from '../pay/view.ts'

// Prints a bill's sheet instead of its page (R70). Inlined into the page, whose own script loads later, so it may only
// import types.

let pressed = false
const { print } = window
/** Called by the page's Print button. */
window.print = () => {
  pressed = true
  print.call(window)
}

/** The sheet from the server; null if the request fails, and then the page itself is printed. */
const readSheet = (): Element | null => {
  const { id = '' } = JSON.parse(document.getElementById('pay-data')?.textContent ?? '{}') as Partial<PayState>
  const request = new XMLHttpRequest()
  // Synchronous, because browsers print as soon as the event handler returns.
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
  // Without the button, a framed page prints as shown, and so does a payor's open list.
  const isSeen = window === top && !document.querySelector('#view-pay[aria-selected=false]')
  sheet = pressed || isSeen ? readSheet() : null
  if (sheet) document.body.prepend(sheet)
})

addEventListener('afterprint', () => {
  sheet?.remove()
  pressed = false
})
