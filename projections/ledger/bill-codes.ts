import { createHash } from 'node:crypto'
import { CODE_LENGTH, CODE_SIGNS } from '../../modules/kernel/code-signs.ts'
import type { BillCode } from '../../modules/kernel/ids.ts'
import type { Transaction } from '../projection.ts'
import type { BillRow } from './tables.ts'

const CODES = CODE_SIGNS.length ** CODE_LENGTH
/** This many bytes of the hash are used: they have more values than there are codes, and fit into a number exactly. */
const BYTES = 6

/**
 * The code of a bill, derived from its id. If another bill of the network has the code, `attempt` 1 gives the next one,
 * and so on. The code does not reveal the id, which opens the pay page.
 */
export const codeOf = (billId: string, attempt = 0): BillCode => {
  let rest = (createHash('sha256').update(billId).digest().readUIntBE(0, BYTES) + attempt) % CODES
  let code = ''
  while (code.length < CODE_LENGTH) {
    code += CODE_SIGNS[rest % CODE_SIGNS.length]
    rest = Math.floor(rest / CODE_SIGNS.length)
  }
  return code as BillCode
}

/** Gives new bills codes that are unique in their network (R98). Every rebuild gives the same codes. */
export const giveCodes = async (tx: Transaction, issued: readonly BillRow[]): Promise<void> => {
  const keyOf = ({ networkId, code }: Pick<BillRow, 'networkId' | 'code'>) => `${networkId} ${code}`
  const given = new Set<string>()
  let open = issued
  for (let attempt = 1; open.length > 0; attempt += 1) {
    // Not a prepared statement, since a rebuild would keep its plan for a small table while it fills the table.
    const { rows } = await tx.query<Pick<BillRow, 'networkId' | 'code'>>(
      `select b.network_id as "networkId", b.code from unnest($1::uuid[], $2::text[]) as n (network_id, code)
       join bills b on b.network_id = n.network_id and b.code = n.code`,
      [open.map(({ networkId }) => networkId), open.map(({ code }) => code)],
    )
    const taken = new Set(rows.map(keyOf))
    open = open.filter((bill) => {
      const isFree = !taken.has(keyOf(bill)) && !given.has(keyOf(bill))
      if (isFree) given.add(keyOf(bill))
      else bill.code = codeOf(bill.id, attempt)
      return !isFree
    })
  }
}
