import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

/** The services of the compose file, by name, with their lines. */
const services = (): ReadonlyMap<string, string> => {
  const [, block = ''] = /\nservices:\n([\s\S]*?)\nvolumes:/.exec(read('docker-compose.yml')) ?? []
  return new Map(block.split(/\n(?= {2}\w+:\n)/).map((part) => [/(\w+):/.exec(part)?.[1] ?? '', part]))
}

test('of the stack only the app is reached from elsewhere, and no part of it may do more than it needs', () => {
  const all = services()
  expect([...all.keys()]).toEqual(['app', 'postgres', 'eventstore', 'mailpit'])
  for (const [name, text] of all) {
    expect(text, name).toContain('<<: *hardened')
    for (const [, port = ''] of text.matchAll(/ports: \["([^"]+)"\]/g)) if (name !== 'app') expect(port, name).toMatch(/^127\.0\.0\.1:/)
    expect(/image: \S+:\S*\d/.test(text) || name === 'app', `${name} is pinned`).toBe(true)
  }
  expect(read('docker-compose.yml')).toMatch(
    /x-hardened: &hardened\n {2}read_only: true\n {2}cap_drop: \[ALL\]\n {2}security_opt: \["no-new-privileges:true"\]/,
  )
})

test('the stack has no secret of its own, and no sandbox', () => {
  const app = services().get('app') ?? ''
  expect(app).toMatch(/PERSONAL_DATA_KEY: \$\{PERSONAL_DATA_KEY:\?/)
  expect(app).toMatch(/DATABASE_URL: postgres:\/\/vestry:\$\{POSTGRES_PASSWORD:\?/)
  expect(read('docker-compose.yml')).not.toContain('SANDBOX')
})

test('the image is of a Node that is kept, makes the list of what is in it, and runs as nobody who could change it', () => {
  const dockerfile = read('Dockerfile')
  for (const [, version = ''] of dockerfile.matchAll(/FROM node:(\d+)\.\d+\.\d+-/g)) expect(Number(version)).toBeGreaterThanOrEqual(24)
  expect(dockerfile.match(/FROM /g)).toHaveLength(2)
  expect(dockerfile).toContain('USER node')
  expect(dockerfile).not.toContain('--chown')
  expect(read('scripts/build.mjs')).toContain('sbom.mjs')
})
