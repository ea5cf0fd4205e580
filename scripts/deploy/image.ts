// The image of the Dockerfile: built with a container engine, or laid out in a folder without one.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const root = join(import.meta.dirname, '../..')
const IMAGE = 'vestry:exercised'
/** The id of Node's account in the image, and of an account without files for a run outside of it. */
const NODE = 1000
const NOBODY = 65_534

type Program = ReturnType<typeof spawn>
export type Image = Readonly<{
  made: string
  /** Starts a command in the image, with the image's settings and these. */
  start: (command: readonly string[], settings: Readonly<Record<string, string>>) => Program
  /** Lets the image's account write to a folder of this machine. */
  hand: (folder: string) => void
}>

/** The instructions of each stage, without comments. */
const stages = (): readonly (readonly string[])[] =>
  readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replaceAll(/\\\n\s*/g, '')
    .split(/^(?=FROM )/m)
    .map((stage) => stage.split('\n').filter((line) => line !== '' && !line.startsWith('#')))

const instructions = (stage: readonly string[], kind: string): readonly string[] =>
  stage.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1))

/** The commands of a container: serving, and the health check. */
export const commands = (): Readonly<{ serve: readonly string[]; health: readonly string[] }> => {
  const [serve = [], health = []] = [/^CMD (\[.*\])$/, /^HEALTHCHECK .*?CMD (\[.*\])$/].map((pattern) => {
    const [, command = '[]'] = (stages().at(-1) ?? []).map((line) => pattern.exec(line)).find(Boolean) ?? []
    return JSON.parse(command) as string[]
  })
  return { serve, health }
}

/** True if .dockerignore excludes a file of the top folder. */
const ignoring = (): ((file: string) => boolean) => {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) =>
      line
        .replaceAll('.', '\\.')
        .replace(/^\*\*\//, '(.*/)?')
        .replaceAll(/(?<![).])\*/g, '[^/]*'),
    )
  const any = new RegExp(`^(${patterns.join('|')})(/|$)`)
  return (file) => any.test(file)
}

const takeRightsAway = (path: string): void => {
  const { mode } = statSync(path)
  chmodSync(path, mode & 0o555)
}

const shell = (command: string, cwd: string): void =>
  void execFileSync('sh', ['-ec', command], { cwd, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, npm_config_offline: 'true' } })

/** Runs the stages of the Dockerfile, removes all write permissions, and returns the last stage's environment. */
const layOut = (app: string, built: string): Readonly<Record<string, string>> => {
  const [, production = [], build = [], last = []] = stages().filter(([line]) => line?.startsWith('FROM '))
  const isIgnored = ignoring()
  const filter = (file: string): boolean => !isIgnored(relative(root, file).split(sep).join('/'))
  const copy = (name: string, to: string): void => cpSync(join(root, name), join(to, name), { recursive: true, filter })
  for (const folder of [app, built]) mkdirSync(folder)
  for (const name of readdirSync(root).filter((name) => !isIgnored(name))) copy(name, built)
  execFileSync('cp', ['-a', join(root, 'node_modules'), built])
  for (const command of instructions(build, 'RUN')) shell(command, built)
  for (const name of ['node_modules', 'dist']) renameSync(join(built, name), join(app, name))
  for (const name of ['package.json', 'package-lock.json']) copy(name, app)
  for (const command of instructions(production, 'RUN')) shell(command, app)
  // The sources are copied last, so that they are newer than the build's results, as in a fresh checkout.
  for (const line of instructions(last, 'COPY').filter((line) => !line.startsWith('--from')))
    for (const name of line.split(' ').slice(0, -1)) copy(name, app)
  for (const entry of readdirSync(app, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) takeRightsAway(join(entry.parentPath, entry.name))
  takeRightsAway(app)
  const settings = instructions(last, 'ENV').join(' ').split(' ')
  return Object.fromEntries(settings.map((setting) => [setting.slice(0, setting.indexOf('=')), setting.slice(setting.indexOf('=') + 1)]))
}

const hand = (dir: string): void => chmodSync(dir, 0o777)

const withoutEngine = (folder: string): Image => {
  const app = join(folder, 'app')
  const env = layOut(app, join(folder, 'build'))
  const npm = join(folder, 'npm')
  mkdirSync(npm)
  hand(npm)
  // Root could write despite the permissions, so the commands run as another account.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  return {
    made: `without a container engine, in a folder without rights to write, as ${account.uid === undefined ? 'this account' : `account ${NOBODY}`}`,
    start: ([program = '', ...args], settings) =>
      spawn(program, args, {
        ...account,
        cwd: app,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env, npm_config_cache: join(npm, 'cache'), ...settings },
      }),
    hand,
  }
}

const withEngine = (folder: string): Image => {
  // The container runs as the account that runs this, which later removes the files.
  const account = process.getuid?.() || NODE
  execFileSync('docker', ['build', '--tag', IMAGE, root], { stdio: 'inherit' })
  return {
    made: 'with Docker, in a read-only container of the image',
    start: (command, settings) => {
      const set = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
      const place = ['--network=host', '--read-only', '--tmpfs=/tmp', `--volume=${folder}:${folder}`, '--cap-drop=ALL', `--user=${account}`]
      return spawn('docker', ['run', '--rm', ...place, ...set, IMAGE, ...command], { stdio: ['ignore', 'pipe', 'pipe'] })
    },
    hand,
  }
}

const succeeds = (...command: readonly string[]): boolean => spawnSync('docker', command, { stdio: 'ignore' }).status === 0

/** An engine can build the image only if it has the base image, or can download it. */
const hasEngine = (): boolean => {
  const base = instructions(stages().at(-1) ?? [], 'FROM')[0] ?? ''
  return succeeds('info') && (succeeds('image', 'inspect', base) || succeeds('pull', base))
}

export const openImage = (folder: string): Image => (hasEngine() ? withEngine(folder) : withoutEngine(folder))
