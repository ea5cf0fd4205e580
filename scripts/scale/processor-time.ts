import { readdirSync, readFileSync } from 'node:fs'

type Watched = Readonly<{ role: string; pid: number }>

const SAMPLE_MS = 500
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Parent and processor time of each process on this machine, by pid; empty without /proc. */
const processes = (): Map<number, Readonly<{ parent: number; ms: number }>> => {
  const found = new Map<number, Readonly<{ parent: number; ms: number }>>()
  let names: string[] = []
  try {
    names = readdirSync('/proc')
  } catch {}
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      found.set(Number(name), { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS })
    } catch {}
  }
  return found
}

/**
 * The processor time of processes and their children, including ended ones, summed up by role. It is sampled twice a
 * second.
 */
export const processorTime = (watched: () => readonly Watched[]) => {
  const spent = new Map<string, number>()
  let last = new Map<number, number>()
  const sample = () => {
    const all = processes()
    const roles = new Map(watched().map(({ role, pid }) => [pid, role]))
    const seen = new Map<number, number>()
    for (const [pid, { parent, ms }] of all) {
      const role = roles.get(pid) ?? roles.get(parent)
      if (role === undefined) continue
      seen.set(pid, ms)
      spent.set(role, (spent.get(role) ?? 0) + Math.max(0, ms - (last.get(pid) ?? 0)))
    }
    last = seen
  }
  const polling = setInterval(sample, SAMPLE_MS)
  return {
    spent: (): ReadonlyMap<string, number> => {
      sample()
      return new Map(spent)
    },
    stop: () => clearInterval(polling),
  }
}
