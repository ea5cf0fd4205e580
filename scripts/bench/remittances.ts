import { memberCsv } from './people.ts'
import { withProduct } from './product.ts'
import { type Figure, median, ms, timed, times } from './table.ts'
import { treasurerAt } from './treasurer.ts'

const ALLOCATIONS = 40
const ROUNDS = 25
const WARM_UP = 5
const MOST = 4

/** One check for forty members, beside a check for one of them. */
export const benchRemittances = (): Promise<Figure[]> =>
  withProduct(async ({ base }) => {
    const { client, program } = await treasurerAt(base)
    const id = await program('Dues')
    await client.upload(id, memberCsv((ALLOCATIONS + 1) * (WARM_UP + ROUNDS), 1))
    const bills = await client.all<{ id: string }>(`/assessment-bills?assessmentProgramId=${id}&limit=100`)
    const [receipts, remittances]: [number[], number[]] = [[], []]
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const [one, ...others] = bills.slice(round * (ALLOCATIONS + 1), (round + 1) * (ALLOCATIONS + 1))
      const allocations = others.map(({ id: billId }) => ({ billId, amount: 10 }))
      const receipt = await timed(() => client.post(`/assessment-bills/${one?.id}/receipts`, { amount: 10, method: 'check' }))
      const remittance = await timed(() => client.post('/remittances', { amount: 10 * ALLOCATIONS, method: 'check', allocations }))
      if (round < WARM_UP) continue
      receipts.push(receipt)
      remittances.push(remittance)
    }
    const [limit, measured] = [median(receipts), median(remittances)]
    const ratio = measured / limit
    return [
      {
        job: `a check for ${ALLOCATIONS} bills`,
        limit: `for one ${ms(limit)}`,
        measured: ms(measured),
        ratio: times(ratio),
        goal: `≤ ${MOST}×`,
        ok: ratio <= MOST,
      },
    ]
  })
