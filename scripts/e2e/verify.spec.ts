import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { fixturePacks } from '../testing/packs.ts'
import { expectAccessible } from './axe.ts'

const address = pathToFileURL(path.resolve('dist/verify/vestry-verify.html')).href
const zip = (name: string, bytes: Uint8Array) => ({ name, mimeType: 'application/zip', buffer: Buffer.from(bytes) })

test('the verifier page, opened offline from a file, shows the proof, the place of an error and the relation of two packs', async ({
  page,
  context,
}) => {
  const { files, key, newKey } = await fixturePacks()
  await context.setOffline(true)
  await page.goto(address)
  const verify = async (publicKey: string, pack: keyof typeof files, other?: keyof typeof files) => {
    await page.getByLabel('Audit pack').setInputFiles(zip(pack, files[pack]))
    await page.getByLabel('Another pack').setInputFiles(other ? zip(other, files[other]) : [])
    await page.getByLabel('public key').fill(publicKey)
    await page.getByRole('button', { name: 'Verify' }).press('Enter')
  }
  const result = page.getByRole('status')

  await verify('', 'earlier.zip')
  await expect(result.getByRole('heading', { name: 'earlier.zip: proved' })).toBeVisible()
  await expect(result).toContainText('The 60 events are exactly numbers 1 to 60')
  await expect(result).toContainText('Whose key that is.')
  await expectAccessible(page, 'the verifier page')

  await verify(key, 'earlier.zip', 'later.zip')
  await expect(result).toContainText('The later pack only extends the earlier one')
  await expect(result).not.toContainText('Whose key that is.')

  // After a key rotation, a user pastes all keys as they were copied.
  await verify(`${newKey}\n${key}`, 'earlier.zip', 'rotated.zip')
  await expect(result.getByRole('heading', { name: 'rotated.zip: proved' })).toBeVisible()
  await expect(result).toContainText('The later pack only extends the earlier one')

  await verify(key, 'changed.zip')
  await expect(result.getByRole('heading', { name: 'changed.zip is not what was recorded' })).toBeVisible()
  await expect(result).toContainText('events.jsonl, line 7:')

  await verify('nonsense', 'earlier.zip')
  await expect(result).toContainText('This is not a public key of a network.')
})
