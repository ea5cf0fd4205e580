import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clientTypes, type OpenApi } from '../../scripts/client-types.ts'
import { startApp } from '../../scripts/testing/app.ts'

test("the client's types match the published calls", async () => {
  const app = await startApp()
  const published = clientTypes(await app.guest().get<OpenApi>('/api/openapi.json'))
  await app.stop()
  expect(readFileSync(path.join(import.meta.dirname, 'calls.ts'), 'utf8'), 'npm run build makes them anew').toBe(published)
})
