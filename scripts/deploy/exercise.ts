// Exercises the image: runs a demo in it, backs up, restores into an empty database, and rebuilds. Run after a build.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../modules/platform/postgres/postgres.ts'
import { end, freePort, untilReady } from '../bench/product.ts'
import { commands, openImage } from './image.ts'

const KEY = Buffer.alloc(32, 1).toString('base64')
/** The limit for a command: a demo's year takes 15 s on an otherwise idle machine. */
const PATIENCE_MS = 180_000
const began = performance.now()
const say = (line: string): void => void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(3)} s  ${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'vestry-exercise-'))
chmodSync(folder, 0o755)
const postgres = await startPostgres({ dir: join(folder, 'postgres'), fast: true, sockets: false })
try {
  const image = openImage(folder)
  say(`The image is exercised ${image.made}.`)

  const folderOf = (name: string): string => {
    const dir = join(folder, name)
    mkdirSync(dir)
    image.hand(dir)
    return dir
  }
  /** Makes an empty database and a folder, with the product's settings for both. */
  const placeNamed = async (name: string) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    return { DATABASE_URL: url.href, DATA_DIR: folderOf(name), PERSONAL_DATA_KEY: KEY, BACKUP_KEY: KEY, ALLOW_SANDBOX: '1', HOST: '127.0.0.1' }
  }
  type Place = Awaited<ReturnType<typeof placeNamed>>

  const follow = (place: Place, settings: Readonly<Record<string, string>>, command: readonly string[]) => {
    const child = image.start(command, { ...place, ...settings })
    let output = ''
    const receive = (piece: Buffer): void => {
      output += piece
    }
    child.stdout?.on('data', receive)
    child.stderr?.on('data', receive)
    return { child, said: () => output }
  }
  /** @throws Error with the output, unless the command succeeds and its output matches */
  const run = async (place: Place, expected: RegExp, ...command: readonly string[]): Promise<void> => {
    const { child, said } = follow(place, {}, command)
    const [code] = await once(child, 'close')
    const found = expected.exec(said())
    if (code !== 0 || !found) throw new Error(`${command.join(' ')} ended with ${code}:\n${said()}`)
    say(`${command.slice(0, 3).join(' ')}: ${found[0]}`)
  }
  const serve = async (place: Place, demo: '0' | '1'): Promise<void> => {
    const port = await freePort()
    const { child, said } = follow(place, { PORT: String(port), DEMO: demo }, commands().serve)
    try {
      await untilReady(`http://127.0.0.1:${port}`, child, said, PATIENCE_MS)
      const health = commands().health.map((word) => word.replace(':3000/', `:${port}/`))
      const [code] = await once(image.start(health, {}), 'close')
      if (code !== 0) throw new Error(`The health check of a product that is ready ended with ${code}.`)
    } finally {
      await end(child, 'SIGTERM')
    }
    say('the product was ready, by its health check as well, and stopped')
  }

  const tool = (name: string): readonly string[] => ['node', '--import', 'tsx', `scripts/${name}.ts`]
  const file = join(folderOf('backups'), 'one.vestry')
  const first = await placeNamed('first')
  await serve(first, '1')
  await run(first, /\d+ events/, ...tool('backup'), file)
  const second = await placeNamed('second')
  await run(second, /Restored the backup of .*/, 'npm', 'run', 'restore', '--', file)
  await run(second, /The read models are rebuilt in .*/, 'npm', 'run', 'rebuild')
  await run(second, /\d+ tables are what the log says.*/, ...tool('replay'))
  await serve(second, '0')
  say('The image starts, backs up, restores and rebuilds.')
} finally {
  await postgres.stop()
  // A non-root account cannot empty a write-protected folder.
  execFileSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
}
