import { setImmediate } from 'node:timers/promises'
import { isOn } from './pieces.ts'

type Waiting<Item, Answer> = Readonly<{ item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }>
type Options<Item, Answer> = Readonly<{
  /** Writes items in one transaction; an answer for each, in their order. */
  write: (items: readonly Item[]) => Promise<Answer[]>
  /** The head of the queue that may share a transaction, at least one item. */
  headOf: (queue: readonly Item[]) => ReadonlySet<Item>
  /** Whether an error is everybody's. Any other one may be a single item's fault, so that each is written again alone. */
  failsAll: (error: unknown) => boolean
}>

/** Group commit: items of one turn of the event loop, or that arrive while a transaction is under way, share the next transaction. */
export const groupCommit = <Item, Answer>({ write, headOf, failsAll }: Options<Item, Answer>): ((item: Item) => Promise<Answer>) => {
  if (!isOn('group-commit')) return async (item) => (await write([item]))[0] as Answer
  let queue: Waiting<Item, Answer>[] = []
  let writing = false

  const writeGroup = async (group: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await write(group.map(({ item }) => item))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (group.length > 1 && !failsAll(error)) for (const alone of group) await writeGroup([alone])
      else for (const { reject } of group) reject(error)
    }
  }
  const pump = async (): Promise<void> => {
    if (writing) return
    writing = true
    await setImmediate()
    while (queue.length > 0) {
      const head = headOf(queue.map(({ item }) => item))
      const group = queue.filter(({ item }) => head.has(item))
      queue = queue.filter(({ item }) => !head.has(item))
      await writeGroup(group)
    }
    writing = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      void pump()
    })
}
