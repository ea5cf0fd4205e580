import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = Readonly<{ path: string; headers: IncomingHttpHeaders; body: string }>

/** A third party's server, which records requests and responds as configured. */
export const startReceiver = async () => {
  const received: Received[] = []
  const answers: { now: (response: ServerResponse) => void } = { now: (response) => void response.end('taken') }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      answers.now(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (how: (response: ServerResponse) => void) => {
      answers.now = how
    },
    answerStatus: (status: number, text = '') => {
      answers.now = (response) => void response.writeHead(status, { location: '/elsewhere' }).end(text)
    },
    at: (path: string) => received.filter((one) => one.path === path),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
