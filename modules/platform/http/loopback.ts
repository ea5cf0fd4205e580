import { BlockList, isIP } from 'node:net'
import type { Request } from 'express'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** A name or address by which only this machine is reached, without its port. */
export const isLoopbackHost = (host: string): boolean => {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  const family = isIP(name)
  return family === 0 ? name === 'localhost' || name.endsWith('.localhost') : loopback.check(name, family === 4 ? 'ipv4' : 'ipv6')
}

/** From a program on this machine, and not from a proxy on it that passes somebody else's request on. */
export const isFromHere = (req: Request): boolean =>
  isLoopbackHost(req.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '') &&
  req.get('x-forwarded-for') === undefined &&
  req.get('forwarded') === undefined
