import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { askNpm } from '../npm.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const source = path.join(root, 'pay-widget/react')

export type Consumer = Readonly<{ folder: string; files: readonly string[]; remove: () => void }>

/**
 * The folder of an app that has @vestry/react installed, as `npm pack` makes it, beside the React that is here; with the sources of such an app.
 * Packed from a copy, so that nothing is built among the sources.
 */
export const packReact = (): Consumer => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vestry-react-'))
  const modules = (name: string) => path.join(root, 'node_modules', name)
  const at = (name: string) => path.join(folder, 'node_modules', name)
  mkdirSync(at('@vestry/react'), { recursive: true })
  for (const name of ['.bin', '@types', 'csstype', 'react', 'react-dom', 'scheduler', 'typescript']) symlinkSync(modules(name), at(name), 'junction')
  cpSync(source, path.join(folder, 'package'), { recursive: true, filter: (file) => path.basename(file) !== 'dist' })
  cpSync(path.join(source, 'consumer'), path.join(folder, 'app'), { recursive: true })
  const [packed] = askNpm('pack', path.join(folder, 'package'), '--json', '--pack-destination', folder) as {
    filename: string
    files: { path: string }[]
  }[]
  if (!packed) throw new Error('npm has packed nothing')
  execFileSync('tar', ['-xzf', path.join(folder, packed.filename), '--strip-components=1', '-C', at('@vestry/react')])
  return { folder, files: packed.files.map((file) => file.path), remove: () => rmSync(folder, { recursive: true }) }
}
