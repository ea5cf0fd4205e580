import type { LookupAddress } from 'node:dns'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postOutward } from './post-outward.ts'
import { isPublicAddress, publicAddresses } from './public-address.ts'

let server: Server
let port: number
let answer: (response: ServerResponse) => void
let asked = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1
    request.resume().on('end', () => answer(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(
  () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    }),
)

const here = () => `http://127.0.0.1:${port}/`
const post = (patience?: number) => postOutward(publicAddresses(true), patience)

describe('isPublicAddress (R35)', () => {
  test.each(['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
  test.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1'],
    ...['100.100.100.200', '192.0.0.170', '198.18.0.1', '224.0.0.1', '255.255.255.255', '168.63.129.16', '192.0.2.1'],
    ...['::1', '::', 'fd00:ec2::254', 'fc00::1', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '::127.0.0.1'],
    ...['2002:7f00:1::', '2001::1', '2001:db8::1', 'fec0::1', 'localhost', ''],
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a URL to send to', () => {
  const { fits } = publicAddresses(false)
  test.each(['https://books.example/', 'https://1.1.1.1/', 'https://[2606:4700:4700::1111]:8443/x'])('accepts %s', (url) =>
    expect(fits(new URL(url))).toBe(true),
  )
  test.each([
    ...['http://books.example/', 'https://127.1/', 'https://0x7f000001/', 'https://2130706433/', 'https://017700000001/', 'https://[::ffff:7f00:1]/'],
    ...['https://[::1]/', 'https://169.254.169.254/latest/meta-data', 'http://localhost/', 'ftp://books.example/'],
  ])('refuses %s', (url) => expect(fits(new URL(url))).toBe(false))
  test('accepts this machine without TLS in the sandbox only', () => {
    const inSandbox = publicAddresses(true)
    expect(['http://127.0.0.1:3000/', 'http://localhost/', 'https://localhost/'].map((url) => inSandbox.fits(new URL(url)))).toEqual([
      true,
      true,
      true,
    ])
    expect(['http://books.example/', 'http://10.0.0.1/', 'https://10.0.0.1/'].map((url) => inSandbox.fits(new URL(url)))).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('a request', () => {
  test('returns the status and the beginning of the answer', async () => {
    answer = (response) => void response.writeHead(201).end('taken\0')
    expect(await post()(here(), {}, '{}')).toEqual({ ms: expect.any(Number), status: 201, text: 'taken\uFFFD' })
  })

  test('follows no redirect', async () => {
    answer = (response) => void response.writeHead(307, { location: `${here()}again` }).end()
    asked = 0
    expect(await post()(here(), {}, '{}')).toMatchObject({ status: 307 })
    expect(asked).toBe(1)
  })

  test('stops reading an endless answer after four kilobytes', async () => {
    let sent = 0
    let closed = false
    answer = (response) => {
      const more = () => {
        sent += 1_024
        while (response.write('x'.repeat(1_024)) && !closed) sent += 1_024
      }
      response.on('drain', more).on('close', () => {
        closed = true
      })
      more()
    }
    const answered = await post()(here(), {}, '{}')
    expect(answered).toMatchObject({ status: 200, text: 'x'.repeat(4_096) })
    await expect.poll(() => closed, { message: 'the rest is refused' }).toBe(true)
    expect(sent).toBeLessThan(10_000_000)
  })

  test('times out while waiting for the first or the last byte', async () => {
    answer = () => {}
    expect(await post(200)(here(), {}, '{}')).toEqual({ ms: expect.any(Number), problem: 'timeout' })
    answer = (response) => {
      const drip = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(drip))
    }
    const begun = Date.now()
    expect(await post(300)(here(), {}, '{}')).toMatchObject({ problem: 'timeout' })
    expect(Date.now() - begun).toBeLessThan(2_000)
  })

  test('reports no answer after a protocol upgrade', async () => {
    const upgrading = createTcpServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'))
    })
    await new Promise<void>((resolve) => upgrading.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(upgrading.address() as AddressInfo).port}/`
    expect(await post(10_000)(address, {}, '{}')).toMatchObject({ problem: 'no-connection' })
    await new Promise((resolve) => upgrading.close(resolve))
  })

  test('names the reason for a missing answer', async () => {
    const closed = createTcpServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const unused = (closed.address() as AddressInfo).port
    await new Promise((resolve) => closed.close(resolve))
    expect(await post()(`http://127.0.0.1:${unused}/`, {}, '{}')).toMatchObject({ problem: 'no-connection' })
    expect(await post()(`https://127.0.0.1:${port}/`, {}, '{}')).toMatchObject({ problem: 'tls' })
    const nobody = publicAddresses(false, async () => [])
    expect(await postOutward(nobody)('https://nobody.example/', {}, '{}')).toMatchObject({ problem: 'no-host' })
  })
})

describe('a host whose name is public', () => {
  const found = (...addresses: string[]): readonly LookupAddress[] => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

  test('gets no request if it resolves to this machine or its network', async () => {
    asked = 0
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '::ffff:127.0.0.1', '169.254.169.254']) {
      const addresses = publicAddresses(false, async () => found(address))
      expect(await postOutward(addresses)(`https://rebound.example:${port}/`, {}, '{}'), address).toMatchObject({ problem: 'not-public' })
    }
    expect(asked).toBe(0)
  })

  test('cannot be rebound: each connection resolves it once, and connects to that address', async () => {
    const answers = [found('1.1.1.1'), found('127.0.0.1')]
    let looked = 0
    const addresses = publicAddresses(false, async () => answers[Math.min(looked++, 1)] ?? [])
    const lookedUp = await new Promise((resolve) => addresses.lookup('rebound.example', { all: true }, (error, address) => resolve(error ?? address)))
    expect(lookedUp).toEqual(found('1.1.1.1'))
    asked = 0
    expect(await postOutward(addresses)(`https://rebound.example:${port}/`, {}, '{}')).toMatchObject({ problem: 'not-public' })
    expect([asked, looked]).toEqual([0, 2])
  })

  test('gets requests only at its public addresses', async () => {
    const addresses = publicAddresses(false, async () => found('10.0.0.1', '1.1.1.1', '::1'))
    const all = await new Promise((resolve) => addresses.lookup('mixed.example', { all: true }, (_error, address) => resolve(address)))
    expect(all).toEqual(found('1.1.1.1'))
    const one = await new Promise((resolve) => addresses.lookup('mixed.example', {}, (_error, address, family) => resolve([address, family])))
    expect(one).toEqual(['1.1.1.1', 4])
  })
})
