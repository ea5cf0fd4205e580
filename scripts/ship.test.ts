import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

/** The services of the compose file, by name, with their lines. */
const services = (): ReadonlyMap<string, string> => {
  const [, block = ''] = /\nservices:\n([\s\S]*?)\nvolumes:/.exec(read('docker-compose.yml')) ?? []
  return new Map(block.split(/\n(?= {2}\w+:\n)/).map((part) => [/(\w+):/.exec(part)?.[1] ?? '', part]))
}

test('only the app is reachable from outside the stack, and every service has least privilege', () => {
  const all = services()
  expect([...all.keys()]).toEqual(['app', 'backup', 'postgres', 'eventstore', 'mailpit'])
  for (const [name, text] of all) {
    expect(text, name).toContain('<<: *hardened')
    for (const [, port = ''] of text.matchAll(/ports: \["([^"]+)"\]/g)) if (name !== 'app') expect(port, name).toMatch(/^127\.0\.0\.1:/)
    expect(/image: \S+:\S*\d/.test(text) || text.includes('build: .'), `${name} is pinned`).toBe(true)
  }
  expect(read('docker-compose.yml')).toMatch(
    /x-hardened: &hardened\n {2}read_only: true\n {2}cap_drop: \[ALL\]\n {2}security_opt: \["no-new-privileges:true"\]/,
  )
})

test('the stack contains no secret and no sandbox', () => {
  const file = read('docker-compose.yml')
  expect(file).toMatch(/PERSONAL_DATA_KEY: \$\{PERSONAL_DATA_KEY:\?/)
  expect(file).toMatch(/BACKUP_KEY: \$\{BACKUP_KEY:\?/)
  expect(file).toMatch(/DATABASE_URL: postgres:\/\/vestry:\$\{POSTGRES_PASSWORD:\?/)
  expect(file).not.toContain('SANDBOX')
})

test('the image uses a supported Node, builds its bill of materials, and runs as a user without write access', () => {
  const dockerfile = read('Dockerfile')
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base)
  expect(bases).toEqual([expect.stringMatching(/^node:/), 'installed', 'installed', bases[0]])
  expect(Number(/^node:(\d+)\.\d+\.\d+-/.exec(bases[0] ?? '')?.[1])).toBeGreaterThanOrEqual(24)
  // The package layer, by far the largest, is rebuilt only when the lock file changes.
  expect(dockerfile.split('RUN npm ci')[0]?.match(/^COPY .*$/gm)).toEqual(['COPY package.json package-lock.json ./'])
  expect(
    dockerfile
      .split('\nFROM ')
      .at(-1)
      ?.match(/^COPY .*$/m)?.[0],
  ).toBe('COPY --from=production /app/node_modules node_modules')
  expect(dockerfile).toContain('USER node')
  expect(dockerfile).not.toContain('--chown')
  expect(read('scripts/build.mjs')).toContain('sbom.mjs')
})
