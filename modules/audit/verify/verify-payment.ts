import { plainMoney } from '../../kernel/money.ts'
import { bytesOf, fromBase64 } from '../bytes.ts'
import { originOf, parseCheckpoint } from '../checkpoint.ts'
import { type Hash, hashLeaf, isIncluded } from '../merkle-tree.ts'
import { PaymentProof } from '../pack-format.ts'
import { openNoteBy, parseVerifierKey, type VerifierKey } from '../signed-note.ts'
import { openReport, type Report } from './report.ts'
import { parseLine } from './verify-events.ts'

const FILE = 'the proof'

const parsed = (text: string): PaymentProof | null => {
  try {
    return PaymentProof.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Verifies the proof that a payment is in a network's record. */
export const verifyPayment = (text: string, givenKeys: readonly VerifierKey[]): Report => {
  const report = openReport()
  const { found, proved, open } = report
  const given = parsed(text)
  if (!given) {
    found(FILE, 'is not a proof of a payment in this format.')
    return report
  }
  const origin = originOf(given.network)
  const own = parseVerifierKey(given.key)
  const keys = givenKeys.length === 0 && own ? [own] : givenKeys
  if (own?.name !== origin) found(FILE, `names a key that is not one of network ${given.network}.`)
  if (givenKeys[0] && givenKeys.every(({ name }) => name !== origin))
    found(FILE, `is of network ${given.network}, but the given key is that of ${givenKeys[0].name}.`)
  const signed = openNoteBy(keys, given.checkpoint)
  const head = signed && parseCheckpoint(signed.text)
  if (!head) found(FILE, 'its checkpoint is not signed with the key.')
  else if (head.origin !== origin) found(FILE, `its checkpoint is the head of ${head.origin}.`)
  const path = given.proof.map(fromBase64)
  if (head && !isIncluded(hashLeaf(bytesOf(given.line)), given.index, head.size, head.root, path as Hash[]))
    found(FILE, 'its line is not in the record: the line, its number or the path to the checkpoint was changed.')
  try {
    const { type, data, metadata } = parseLine(given.line)
    if (type !== 'PaymentRecorded' || typeof data.amount !== 'number') throw new Error('its line is no payment.')
    if (report.problems.length > 0 || !head) return report
    proved.push(
      `A payment of $${plainMoney(data.amount)} (${String(data.paymentId)}) on bill ${String(data.billId)} is in the books of network ${given.network}.`,
      `It is event ${given.index + 1} of ${head.size}, noted as recorded on ${String(metadata.at)}.`,
    )
  } catch (error) {
    found(FILE, error instanceof Error ? error.message : String(error))
    return report
  }
  if (givenKeys.length === 0)
    open.push('Whose key signed it. It was taken from the proof: compare it with the one that the network gave you, or verify again with --key.')
  open.push('This does not prove that the payment was not refunded, reversed or disputed afterwards: an audit pack shows what came later.')
  return report
}
