import { setImmediate } from 'node:timers/promises'
import { isOn } from './pieces.ts'

type Waiting<Item, Answer> = Readonly<{ item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }>
type Options<Item, Answer> = Readonly<{
  /** Writes items in one transaction; one answer per item, in their order. */
  write: (items: readonly Item[]) => Promise<Answer[]>
  /** The head of the queue that may run beside the transactions under way; at least one item if none is. */
  headOf: (queue: readonly Item[], underWay: ReadonlySet<Item>) => ReadonlySet<Item>
  /** True if an error fails all items. Any other may be a single item's fault, so each is written again alone. */
  failsAll: (error: unknown) => boolean
}>

/** While one transaction waits for the disk, another is written. */
const LANES = 2
/**
 * While a transaction is under way, fewer items than this wait for it: a separate transaction would cost more than the
 * wait.
 */
const WORTH = 8

/**
 * Group commit: items that arrive in one turn of the event loop, or while transactions are under way, share the next
 * transaction.
 */
export const groupCommit = <Item, Answer>({ write, headOf, failsAll }: Options<Item, Answer>): ((item: Item) => Promise<Answer>) => {
  if (!isOn('group-commit')) return async (item) => (await write([item]))[0] as Answer
  let queue: Waiting<Item, Answer>[] = []
  const underWay = new Set<Item>()
  let lanes = 0
  let starting = false

  const writeGroup = async (group: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await write(group.map(({ item }) => item))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (group.length > 1 && !failsAll(error)) for (const alone of group) await writeGroup([alone])
      else for (const { reject } of group) reject(error)
    }
  }
  /**
   * The next group for a free lane. The free lanes share the items that may be written now evenly, but a group has at
   * least WORTH of them.
   */
  const nextGroup = (): readonly Waiting<Item, Answer>[] => {
    const head = headOf(
      queue.map(({ item }) => item),
      underWay,
    )
    if (lanes > 0 && head.size < WORTH) return []
    const share = Math.max(WORTH, Math.ceil(head.size / (LANES - lanes)))
    return queue.filter(({ item }) => head.has(item)).slice(0, share)
  }
  const writeInLane = async (group: readonly Waiting<Item, Answer>[]): Promise<void> => {
    const taken = new Set(group)
    queue = queue.filter((one) => !taken.has(one))
    for (const { item } of group) underWay.add(item)
    lanes += 1
    await writeGroup(group)
    lanes -= 1
    for (const { item } of group) underWay.delete(item)
  }
  const startLanes = async (): Promise<void> => {
    if (starting) return
    starting = true
    await setImmediate()
    starting = false
    while (lanes < LANES) {
      const group = nextGroup()
      if (group.length === 0) return
      void writeInLane(group).then(startLanes)
    }
  }
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      void startLanes()
    })
}
