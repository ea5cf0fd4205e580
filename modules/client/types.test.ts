import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp } from '../../scripts/testing/app.ts'
import { clientTypes, type OpenApi } from '../../scripts/testing/client-types.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test("the client's types are those of the published calls", async () => {
  const made = clientTypes(await app.guest().get<OpenApi>('/api/openapi.json'))
  await expect(made, 'run this file with -u, and look at what changes for those who use the client').toMatchFileSnapshot('calls.ts')
})
