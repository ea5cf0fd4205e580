import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

export const askNpm = (...question) => {
  const { npm_execpath: script } = process.env
  const [program, ...args] = script?.endsWith('.js') ? [process.execPath, script] : ['npm']
  const { stdout, error } = spawnSync(program, [...args, ...question], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  try {
    return JSON.parse(stdout)
  } catch (cause) {
    return { message: error?.message ?? String(cause) }
  }
}
