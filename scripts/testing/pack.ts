import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { askNpm } from '../npm.mjs'

const root = path.resolve(import.meta.dirname, '../..')

export type Consumer = Readonly<{ folder: string; files: readonly string[]; remove: () => void }>

/**
 * An app that uses one of our packages: a folder with the app's sources, the package installed as by `npm pack`, and
 * other packages linked from this repository. A copy is packed, so that nothing is built among the sources.
 */
const packed = (name: string, source: string, beside: readonly string[]): Consumer => {
  const folder = mkdtempSync(path.join(tmpdir(), `${path.basename(name)}-`))
  const modules = (one: string) => path.join(root, 'node_modules', one)
  const at = (one: string) => path.join(folder, 'node_modules', one)
  mkdirSync(at(name), { recursive: true })
  for (const one of ['.bin', '@types', 'typescript', ...beside]) symlinkSync(modules(one), at(one), 'junction')
  cpSync(path.join(root, source), path.join(folder, 'package'), { recursive: true, filter: (file) => path.basename(file) !== 'dist' })
  cpSync(path.join(root, source, 'consumer'), path.join(folder, 'app'), { recursive: true })
  const [made] = askNpm('pack', path.join(folder, 'package'), '--json', '--pack-destination', folder) as {
    filename: string
    files: { path: string }[]
  }[]
  if (!made) throw new Error('npm has packed nothing')
  execFileSync('tar', ['-xzf', path.join(folder, made.filename), '--strip-components=1', '-C', at(name)])
  return { folder, files: made.files.map((file) => file.path), remove: () => rmSync(folder, { recursive: true }) }
}

export const packReact = (): Consumer => packed('@vestry/react', 'pay-widget/react', ['csstype', 'react', 'react-dom', 'scheduler'])
export const packClient = (): Consumer => packed('@vestry/client', 'modules/client', ['undici-types'])

export const compiled = ({ folder }: Consumer, name: string, compilerOptions: object): string => {
  const config = path.join(folder, `tsconfig.${name}.json`)
  const checked = { strict: true, skipLibCheck: false, allowImportingTsExtensions: true, noEmit: true }
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...checked, ...compilerOptions }, include: ['app'] }))
  return spawnSync(process.execPath, [path.join(folder, 'node_modules/typescript/bin/tsc'), '--project', config], { cwd: folder, encoding: 'utf8' })
    .stdout
}
