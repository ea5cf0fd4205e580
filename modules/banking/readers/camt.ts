import { XMLParser } from 'fast-xml-parser'
import type { Cents } from '../../kernel/money.ts'
import { collector, readCents, readStatementDay, refuseFile, type Statement } from './parts.ts'

const DAMAGED = 'The XML of the file is damaged. Export the statement again.'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  maxNestedTags: 60,
})

/** All nodes at a path. A node is a text, or an object of texts and nodes. */
const nodesAt = (node: unknown, ...path: readonly string[]): unknown[] =>
  path.reduce<unknown[]>(
    (nodes, name) =>
      nodes.flatMap((each) => {
        const next: unknown =
          typeof each === 'object' && each !== null && Object.hasOwn(each, name) ? (each as Record<string, unknown>)[name] : undefined
        return next === undefined ? [] : Array.isArray(next) ? (next as unknown[]) : [next]
      }),
    [node],
  )

const textOf = (node: unknown): string =>
  typeof node === 'string'
    ? node
    : nodesAt(node, '#text')
        .filter((text) => typeof text === 'string')
        .join(' ')
const textsAt = (node: unknown, ...path: readonly string[]): string[] =>
  nodesAt(node, ...path)
    .map(textOf)
    .filter((text) => text.trim() !== '')
const firstAt = (node: unknown, ...path: readonly string[]): string => textsAt(node, ...path)[0] ?? ''

/** The amount of an entry or a balance: negative for a debit. */
const signedCents = (node: unknown): Cents | null => {
  const cents = readCents(firstAt(node, 'Amt'))
  const direction = firstAt(node, 'CdtDbtInd')
  if (cents === null || cents < 0 || !['CRDT', 'DBIT'].includes(direction)) return null
  return direction === 'DBIT' ? 0 - cents : cents
}
const currencyOf = (node: unknown): string => firstAt(node, 'Amt', '@Ccy')

const dayOf = (entry: unknown, name: string) => readStatementDay(firstAt(entry, name, 'Dt') || firstAt(entry, name, 'DtTm'))

/** Reads CAMT.053, version 2 to 8 and later ones of the same form. An entry for several payments is one line. */
export const readCamt = (text: string): Statement => {
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(text)) throw refuseFile('The file defines XML of its own, which no bank does. Export the statement again.')
  let document: unknown
  try {
    document = parser.parse(text)
  } catch {
    throw refuseFile(DAMAGED)
  }
  const statements = nodesAt(document, 'Document', 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw refuseFile('The file has no statement of an account (CAMT.053). Choose the statement, not a report of the day.')
  const found = collector('camt.053')
  let n = 0
  for (const statement of statements) {
    const [account] = [...textsAt(statement, 'Acct', 'Id', 'IBAN'), ...textsAt(statement, 'Acct', 'Id', 'Othr', 'Id')]
    found.sawAccount(account ?? '')
    found.sawCurrency(firstAt(statement, 'Acct', 'Ccy'))
    for (const balance of nodesAt(statement, 'Bal')) {
      const kind = firstAt(balance, 'Tp', 'CdOrPrtry', 'Cd')
      if (kind === 'OPBD' || kind === 'PRCD') found.balances.opening ??= signedCents(balance)
      if (kind === 'CLBD') found.balances.closing = signedCents(balance)
    }
    for (const entry of nodesAt(statement, 'Ntry')) {
      n += 1
      found.sawCurrency(currencyOf(entry))
      const status = firstAt(entry, 'Sts') || firstAt(entry, 'Sts', 'Cd')
      if (status !== 'BOOK' && status !== '') {
        found.fail(n, 'This entry is not booked yet. Import a later statement for it.')
        continue
      }
      const amount = signedCents(entry)
      const details = nodesAt(entry, 'NtryDtls', 'TxDtls')
      const only = details.length === 1 ? details[0] : undefined
      const party = amount !== null && amount < 0 ? 'Cdtr' : 'Dbtr'
      found.add(n, {
        day: dayOf(entry, 'BookgDt') ?? dayOf(entry, 'ValDt'),
        amount,
        texts: [
          ...details
            .slice(0, 20)
            .flatMap((detail) => [
              ...textsAt(detail, 'RmtInf', 'Ustrd'),
              ...textsAt(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
              ...textsAt(detail, 'AddtlTxInf'),
            ]),
          firstAt(entry, 'AddtlNtryInf'),
        ],
        counterparty: firstAt(only, 'RltdPties', party, 'Nm') || firstAt(only, 'RltdPties', party, 'Pty', 'Nm'),
        bankId: firstAt(entry, 'AcctSvcrRef'),
      })
    }
  }
  return found.done()
}
