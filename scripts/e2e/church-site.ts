import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ChurchSite = Readonly<{
  origin: string
  url: string
  /**
   * Sets the page. Its Content-Security-Policy allows the tag and, if given, inline styles, a frame of another site and
   * a script at /site.js. `data`: attributes of the body.
   */
  show: (body: string, head?: string, more?: { styles?: boolean; frame?: string; script?: string; data?: string }) => void
  stop: () => Promise<void>
}>

/**
 * A church's own site, on another site than the product. Its pages allow only the product's script and frame. `other`:
 * the product's address.
 */
export const startChurchSite = async (other: string): Promise<ChurchSite> => {
  const host = new URL(other).hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  let page = ''
  let policy = ''
  let code = ''
  const server: Server = createServer((req, res) => {
    if (req.url === '/site.js') res.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(code)
    else res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    origin,
    url: `${origin}/`,
    show: (body, head = '', { styles, frame = '', script = '', data = '' } = {}) => {
      code = script
      policy = `default-src 'none'; script-src ${other} ${script ? "'self'" : ''}; frame-src ${other} ${frame}; style-src ${styles ? "'unsafe-inline'" : "'none'"}`
      const own = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Grace Church</title>`
      page = `<!doctype html><html lang="en"><head>${own}${head}</head><body ${data}>${body}</body></html>`
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The snippet that a church pastes for a bill: script, tag and a fallback link. */
export const tagOf = (product: string, bill: string, more = ''): string =>
  `<script async src="${product}/v1.js"></script><vestry-pay bill="${bill}" ${more}><a slot="fallback" href="${product}/pay/${bill}">Pay your dues</a></vestry-pay>`
