import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLoopbackHost } from './loopback.ts'

/** The special purposes of IANA's registry, and Azure's host agent, which has a public address of its own kind. */
const NOT_PUBLIC_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  '168.63.129.16/32',
]
/** Of IPv6 one block alone is public; within it, these are not: protocols (Teredo), documentation, 6to4. */
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

/** Whether an IP address is one of the open internet: not of this machine, a private network, a cloud's metadata or another special purpose. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !notPublicV4.check(address, 'ipv4')
  return family === 6 && publicV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6')
}

/** A connection to what is no public address was refused. */
export class NotPublic extends Error {
  readonly code = 'NOT_PUBLIC'
}

/** The name servers know of no address. */
export class NoHost extends Error {
  readonly code = 'ENOTFOUND'
}

/** Every address of a host. */
type Resolve = (host: string) => Promise<readonly LookupAddress[]>

/** Unlike the system's own lookup it takes none of the few threads on which files and compression wait, too. */
const resolver = new Resolver({ timeout: 2_000, tries: 2 })
const resolveAll: Resolve = async (host) => {
  if (isLoopbackHost(host)) return [{ address: '127.0.0.1', family: 4 }]
  const of = (family: 4 | 6, addresses: Promise<string[]>) => addresses.then((all) => all.map((address) => ({ address, family })))
  const answers = await Promise.allSettled([of(4, resolver.resolve4(host)), of(6, resolver.resolve6(host))])
  return answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/**
 * Which addresses a request to somebody else's server may connect to. `loopback`: this machine, too, also without TLS, for the sandbox.
 * `resolve`: asks the name servers.
 */
export const publicAddresses = (loopback: boolean, resolve: Resolve = resolveAll) => {
  const isAllowed = (address: string): boolean => isPublicAddress(address) || (loopback && isLoopbackHost(address))
  return {
    /** Whether a URL may be asked, as far as it tells by itself: its scheme, and its host where that is an address. */
    fits: ({ protocol, hostname }: URL): boolean => {
      const host = hostname.replace(/^\[|\]$/g, '')
      if (protocol !== 'https:' && !(protocol === 'http:' && loopback && isLoopbackHost(host))) return false
      return isIP(host) === 0 || isAllowed(host)
    },
    /** Finds a host for a socket that is about to connect: what it finds is what is connected to, so that no second answer can differ. */
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
