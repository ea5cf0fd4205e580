import { createPgDriverFactory } from '@slonik/pg-driver'
import type { DriverClient, DriverFactory } from 'slonik'

/** Calls a client's `destroy` listeners even if destroying it fails. */
const leavingAlways = (client: DriverClient): DriverClient => {
  const leave = new Set<() => void>()
  client.on('error', () => {
    client.destroy().catch(() => {
      for (const go of [...leave]) go()
    })
  })
  const on = (event: 'destroy', listener: () => void) => {
    if (event === 'destroy') leave.add(listener)
    return client.on(event, listener)
  }
  const removeListener = (event: 'destroy', listener: () => void) => {
    if (event === 'destroy') leave.delete(listener)
    return client.removeListener(event, listener)
  }
  return { ...client, on: on as DriverClient['on'], removeListener: removeListener as DriverClient['removeListener'] }
}

/**
 * slonik's driver on node-postgres. In slonik 47 a connection that breaks during a query keeps its place in the pool for ever, since the query's
 * error interrupts its destruction, until no place is left. 49 has fixed that, but needs Node 24.
 */
export const pooledDriver: DriverFactory = async (configuration) => {
  const driver = await createPgDriverFactory()(configuration)
  return { createClient: async () => leavingAlways(await driver.createClient()) }
}
