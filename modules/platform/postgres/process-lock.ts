import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** True if a process runs; a zombie counts as dead. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return process.platform !== 'linux' || stat(pid)?.state !== 'Z'
}

const held = new Set<string>()

/**
 * Makes this process the only owner of a lock file, or throws an error with `sentence`; returns the release function. A
 * dead process's file is taken over, even if its pid is in use again.
 */
export const lockFolder = (file: string, sentence: string): (() => void) => {
  const mine = `${file}.${process.pid}`
  for (;;) {
    const owner = read(file)
    if (owner && isOwner(owner, file)) throw new Error(`${sentence} (process ${owner.pid}). Stop it first, or name another data folder.`)
    if (owner) clear(file, owner, `${mine}.stale`)
    writeFileSync(mine, `${process.pid}\n${birth(process.pid)}\n`)
    try {
      linkSync(mine, file)
      held.add(file)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(mine, { force: true })
    }
  }
  return () => {
    held.delete(file)
    rmSync(file, { force: true })
  }
}

type Owner = Readonly<{ pid: number; birth: string }>

const isOwner = (owner: Owner, file: string): boolean =>
  owner.pid === process.pid ? held.has(file) : isAlive(owner.pid) && birth(owner.pid) === owner.birth

/**
 * Moves a dead owner's file aside. If another starting process has replaced the file meanwhile, the moved file is put
 * back.
 */
const clear = (file: string, owner: Owner, aside: string): void => {
  try {
    renameSync(file, aside)
    if (read(aside)?.birth !== owner.birth) linkSync(aside, file)
  } catch {}
  rmSync(aside, { force: true })
}

const read = (file: string): Owner | undefined => {
  try {
    const [pid, born = ''] = readFileSync(file, 'utf8').split('\n')
    return { pid: Number(pid), birth: born }
  } catch {
    return undefined
  }
}

/** The start time of a process, which reveals a reused pid. */
const birth = (pid: number): string => {
  if (process.platform === 'linux') return stat(pid)?.started ?? ''
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return ''
  }
}

/** The program's name is in brackets and may hold spaces, so the fields are counted from the last bracket. */
const stat = (pid: number): { state: string; started: string } | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', started: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
