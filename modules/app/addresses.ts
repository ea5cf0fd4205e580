import type { Server } from 'node:http'

/** The server's addresses. Until the server listens and its real port is known, they contain `port`. */
export const addressesOf = (server: () => Server, port: number) => {
  const at = (host: string): string => {
    const address = server().address()
    return `http://${host}:${typeof address === 'object' && address ? address.port : port}`
  }
  return {
    local: () => at('localhost'),
    /** The address for calls that this process makes to itself. */
    loopback: (): string => {
      const address = server().address()
      if (typeof address !== 'object' || !address || ['0.0.0.0', '::'].includes(address.address)) return at('127.0.0.1')
      return at(address.family === 'IPv6' ? `[${address.address}]` : address.address)
    },
  }
}
export type Addresses = ReturnType<typeof addressesOf>
