import { collector, lineCounter, readCents, readStatementDay, refuseFile, type Statement, withoutEntities } from './parts.ts'

const CDATA = '<![CDATA['

/**
 * The tags of OFX 1.x, which do not have to be closed, and of 2.x, with the text behind each. Written by hand, since
 * banks mix both in one file, and a reader of XML refuses that.
 */
function* tagsOf(text: string, start: number): Generator<{ name: string; closes: boolean; value: string; at: number }, void, undefined> {
  for (let at = text.indexOf('<', start); at !== -1; ) {
    const end = text.indexOf('>', at)
    if (end === -1) return
    const tag = text.slice(at + 1, Math.min(end, at + 100))
    let next = text.indexOf('<', end)
    let value = text.slice(end + 1, next === -1 ? undefined : next)
    if (next !== -1 && text.startsWith(CDATA, next)) {
      const close = text.indexOf(']]>', next)
      value = text.slice(next + CDATA.length, close === -1 ? undefined : close)
      next = close === -1 ? -1 : text.indexOf('<', close)
    } else value = withoutEntities(value)
    const closes = tag.startsWith('/')
    yield { name: (closes ? tag.slice(1) : tag).trim().toUpperCase(), closes, value: value.trim(), at }
    at = next
  }
}

/** What stands within these is not about the account of the statement, or not in its currency. */
const ASIDE = new Set(['BANKACCTTO', 'CCACCTTO', 'ORIGCURRENCY', 'AVAILBAL', 'BALLIST'])

/** Reads OFX and QFX, 1.x and 2.x. */
export const readOfx = (text: string): Statement => {
  const found = collector('ofx')
  const lineAt = lineCounter(text)
  let fields: Map<string, string> | null = null
  let startedAt = 0
  let aside = ''
  let hasStatement = false
  const finish = () => {
    if (!fields) return
    const amount = fields.get('TRNAMT') ?? ''
    found.add(lineAt(startedAt), {
      day: readStatementDay(fields.get('DTPOSTED') ?? ''),
      amount: readCents(amount, amount.includes('.') ? '.' : ','),
      texts: [fields.get('NAME'), fields.get('MEMO'), /[1-9]/.test(fields.get('CHECKNUM') ?? '') ? `Check ${fields.get('CHECKNUM')}` : ''],
      counterparty: fields.get('NAME'),
      bankId: fields.get('FITID'),
    })
    fields = null
  }
  for (const { name, closes, value, at } of tagsOf(text, Math.max(0, text.search(/<OFX>/i)))) {
    if (closes) {
      if (name === aside) aside = ''
      if (name === 'STMTTRN' || name === 'BANKTRANLIST') finish()
      continue
    }
    if (aside !== '') continue
    if (name === 'STMTTRN') {
      finish()
      fields = new Map()
      startedAt = at
    } else if (ASIDE.has(name)) aside = name
    else if (name === 'STMTRS' || name === 'CCSTMTRS') hasStatement = true
    else if (name === 'CURDEF' || name === 'CURSYM') found.sawCurrency(value)
    else if (name === 'ACCTID') found.sawAccount(value)
    else if (name === 'BALAMT' && !fields) found.balances.closing = readCents(value)
    else if (fields && !fields.has(name)) fields.set(name, value)
  }
  finish()
  if (!hasStatement) throw refuseFile('The file has no statement of a bank account or card. Export the account as OFX or QFX again.')
  return found.done()
}
