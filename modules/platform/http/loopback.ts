import { BlockList, isIP } from 'node:net'
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
