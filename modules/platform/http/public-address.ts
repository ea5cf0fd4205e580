import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Request } from 'express'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export const isLoopbackHost = (host: string): boolean => {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  const family = isIP(name)
  return family === 0 ? name === 'localhost' || name.endsWith('.localhost') : loopback.check(name, family === 4 ? 'ipv4' : 'ipv6')
}

/** True for a request from this machine that did not come through a proxy on it. */
export const isFromHere = (req: Request): boolean =>
  isLoopbackHost(req.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '') &&
  req.get('x-forwarded-for') === undefined &&
  req.get('forwarded') === undefined

/** IANA's special-purpose blocks, and the public address of Azure's host agent. */
const NOT_PUBLIC_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  '168.63.129.16/32',
]
/** Only this IPv6 block is public, except for protocols (Teredo), documentation and 6to4. */
const PUBLIC_V6 = '2000::/3'
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const listOf = (family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}
const notPublicV4 = listOf('ipv4', NOT_PUBLIC_V4)
const publicV6 = listOf('ipv6', [PUBLIC_V6])
const notPublicV6 = listOf('ipv6', NOT_PUBLIC_V6)

/**
 * True for an address of the open internet: not this machine, a private network, a cloud's metadata or another special
 * purpose.
 */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !notPublicV4.check(address, 'ipv4')
  return family === 6 && publicV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6')
}

export class NotPublic extends Error {
  readonly code = 'NOT_PUBLIC'
}

export class NoHost extends Error {
  readonly code = 'ENOTFOUND'
}

type Resolve = (host: string) => Promise<readonly LookupAddress[]>

/** Unlike the system's lookup, this resolver uses none of Node's few threads, which also read files and compress. */
const resolver = new Resolver({ timeout: 2_000, tries: 2 })
const resolveAll: Resolve = async (host) => {
  if (isLoopbackHost(host)) return [{ address: '127.0.0.1', family: 4 }]
  const of = (family: 4 | 6, addresses: Promise<string[]>) => addresses.then((all) => all.map((address) => ({ address, family })))
  const answers = await Promise.allSettled([of(4, resolver.resolve4(host)), of(6, resolver.resolve6(host))])
  return answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/**
 * The addresses that a request to another server may connect to. `loopback`: allows this machine as well, even without
 * TLS, for the sandbox. `resolve`: queries the name servers.
 */
export const publicAddresses = (loopback: boolean, resolve: Resolve = resolveAll) => {
  const isAllowed = (address: string): boolean => isPublicAddress(address) || (loopback && isLoopbackHost(address))
  return {
    /** Checks a URL without a lookup: its scheme, and its host if that is an IP address. */
    fits: ({ protocol, hostname }: URL): boolean => {
      const host = hostname.replace(/^\[|\]$/g, '')
      if (protocol !== 'https:' && !(protocol === 'http:' && loopback && isLoopbackHost(host))) return false
      return isIP(host) === 0 || isAllowed(host)
    },
    /**
     * Resolves a host for a socket. The socket connects to exactly these addresses, so that a second lookup cannot
     * differ (DNS rebinding).
     */
    lookup: ((host, options, done) => {
      const answer = (found: readonly LookupAddress[]) => {
        const allowed = found.filter(({ address }) => isAllowed(address))
        const [first] = allowed
        if (found.length === 0) done(new NoHost(`${host} is not known`), '')
        else if (!first) done(new NotPublic(`${host} has no public address`), '')
        else if (options.all) done(null, allowed)
        else done(null, first.address, first.family)
      }
      resolve(host).then(answer, () => answer([]))
    }) satisfies LookupFunction,
  }
}
export type PublicAddresses = ReturnType<typeof publicAddresses>
