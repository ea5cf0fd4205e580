import type { PayState } from '../pay/view.ts'

// Prints the bill's sheet instead of its page (R70). This script is inlined into the page and runs before the page's
// own script has loaded, so it can import only types.

let pressed = false
const { print } = window
/** Called by the page's Print button. */
window.print = () => {
  pressed = true
  print.call(window)
}

/** The sheet, from the server. Null if the request fails; the page itself is then printed. */
const readSheet = (): Element | null => {
  const { id = '' } = JSON.parse(document.getElementById('pay-data')?.textContent ?? '{}') as Partial<PayState>
  const request = new XMLHttpRequest()
  // Synchronous, because browsers print as soon as the event handler has returned.
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
  // If the Print button was not pressed, a framed page and a payor's open list are printed as they are shown.
  const isSeen = window === top && !document.querySelector('#view-pay[aria-selected=false]')
  sheet = pressed || isSeen ? readSheet() : null
  if (sheet) document.body.prepend(sheet)
})

addEventListener('afterprint', () => {
  sheet?.remove()
  pressed = false
})
