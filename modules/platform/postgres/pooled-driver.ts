import { createPgDriverFactory } from '@slonik/pg-driver'
import type { DriverClient, DriverFactory } from 'slonik'

/** A client whose `destroy` listeners are called even where it cannot be destroyed in order. */
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
 * slonik's driver on node-postgres. In slonik 47 a connection that breaks amid a query keeps its place in the pool for ever, since the query's error
 * ends its destruction: until nobody gets a connection any more. 49 has mended that, and needs Node 24.
 */
export const pooledDriver: DriverFactory = async (configuration) => {
  const driver = await createPgDriverFactory()(configuration)
  return { createClient: async () => leavingAlways(await driver.createClient()) }
}
