import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isReady } from '../bench/product.ts'
import { startWireProcess, type WireProcess } from '../testing/eventstoredb/process.ts'
import { type Answer, payments, type Stream } from './payments.ts'
import { type Outcome, onTestBed, type TestBed } from './test-bed.ts'

/** A command is answered or refused within 2.5 s, in any state of its store (R128). */
export const ANSWER_MS = 2_500
const HEAL_MS = 5_000
const GIVE_UP_MS = 60_000

/** A product whose log is in a separate event store node. The node keeps the log in a file. */
export const onNodeTestBed = async (
  name: string,
  work: (bed: TestBed, node: WireProcess) => Promise<Outcome>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Outcome> => {
  let node: WireProcess
  return onTestBed(
    name,
    (bed) => work(bed, node),
    settings,
    async (dir) => {
      node = await startWireProcess({ logFile: join(dir, 'node.log') })
      return { settings: { EVENT_STORE: node.connectionString }, end: node.stop }
    },
  )
}

/** Payments, alongside reads of lists, a bill, figures and a file. */
export const treasurersDay = (bed: TestBed, bills: readonly string[], random: () => number): Promise<Stream> => {
  const bill = `/assessment-bills/${bills[0]}`
  return payments(bed, bills, random, [
    ...['/dashboard/summary', '/assessment-bills?pageSize=20', bill, `${bill}/payments`, '/payments?pageSize=20', '/members?pageSize=20'],
    ...['/reports/aging', '/exports/payments.csv'],
  ])
}

const isRead = ({ method }: Answer): boolean => method === 'GET'
const isDone = ({ status }: Answer): boolean => status === 200 || status === 201

/** Time after `from` until a payment succeeds and the product is ready. */
export const healing = async ({ product }: TestBed, { answers }: Stream, from: number): Promise<number> => {
  const paid = () => answers.some((answer) => !isRead(answer) && isDone(answer) && answer.at >= from)
  while (!(paid() && (await isReady(product().base))) && performance.now() - from < GIVE_UP_MS) await pause(20)
  return performance.now() - from
}

const ms = (took: number): string => `${Math.round(took)} ms`
const slowest = (answers: readonly Answer[]): number => Math.max(0, ...answers.map(({ took }) => took))

type Judged = Readonly<{ summary: string; violations: readonly string[] }>

type Bounds = Readonly<{
  answerMs?: number
  /** True if the read models are available at a moment, so that every read that begins then succeeds. */
  readsServe?: (at: number) => boolean
  /** Lowest number of refused commands, to prove that the outage had an effect. */
  refusedAtLeast?: number
  healed?: readonly number[]
}>

/** Judges the answers of a stream: only successes and 503, none late, nothing lost or doubled. */
export const judged = async (bed: TestBed, stream: Stream, bounds: Bounds): Promise<Judged> => {
  const { answerMs = ANSWER_MS, readsServe = () => true, refusedAtLeast = 1, healed = [] } = bounds
  // A copy, since answers after this moment are not part of the outage.
  const during = [...stream.answers]
  await stream.finish()
  const [reads, writes] = [during.filter(isRead), during.filter((answer) => !isRead(answer))]
  const refused = writes.filter(({ status }) => status === 503)
  // An outage cuts off a download that is under way.
  const cutOff = ({ path, status }: Answer) => status === null && path.startsWith('/exports/')
  const excused = (answer: Answer) => (isRead(answer) ? !readsServe(answer.at) && (answer.status === 503 || cutOff(answer)) : answer.status === 503)
  const strange = during.filter((answer) => !isDone(answer) && !excused(answer))
  const late = during.filter(({ took }) => took > answerMs)
  const nameOf = ({ method, path, status, took }: Answer) => `${method} ${path} was answered ${status ?? 'not at all'} after ${ms(took)}`
  const violations = [
    ...(await bed.violations([...stream.acknowledged, ...stream.marked.values()])),
    ...stream.open.map(({ reference }) => `R128 ${reference} is still not answered`),
    ...strange.map(nameOf),
    ...late.map((answer) => `${nameOf(answer)}, later than ${ms(answerMs)}`),
    ...healed.filter((took) => took > HEAL_MS).map((took) => `healed only after ${ms(took)}`),
    ...(refused.length < refusedAtLeast ? [`only ${refused.length} commands were refused: nothing was tried`] : []),
  ]
  const ofReads = `${reads.filter(isDone).length} of ${reads.length} reads served, the slowest after ${ms(slowest(reads))}`
  const ofWrites = `${refused.length} of ${writes.length} commands answered 503, the slowest after ${ms(slowest(writes))}`
  const healing = healed.length > 0 ? `; healed after ${healed.map(ms).join(', ')}` : ''
  return { summary: `${ofWrites}; ${ofReads}${healing}`, violations }
}
