// A citation must have a target: `R14` a rule of modules/RULES.md, `DECISIONS 12` a record of modules/DECISIONS.md.
// Citations of other pages are errors. Code or a test must cite each rule. Comments and these pages have at most 120
// columns.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))
const RULES = 'modules/RULES.md'
const DECISIONS = 'modules/DECISIONS.md'
const MOST_WORDS = 150
const MOST_COLUMNS = 120

const linesOf = (file) => readFileSync(path.join(root, file), 'utf8').split('\n')
const rules = linesOf(RULES)
const decisions = linesOf(DECISIONS)
const problems = []

const numbersIn = (lines, defined) => lines.flatMap((line) => defined.exec(line)?.[1] ?? []).map(Number)
const rulesThere = numbersIn(rules, /^- \*\*R(\d+)\*\* /)
const decisionsThere = numbersIn(decisions, /^## (\d+)\. /)

/** Numbers are permanent: none is skipped or used twice. */
const checkNumbers = (file, numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const odd = sorted.findIndex((number, i) => number !== i + 1)
  if (odd >= 0) problems.push(`${file}: number ${sorted[odd] === odd ? `${odd} is there twice` : `${odd + 1} is missing`}`)
}
checkNumbers(RULES, rulesThere)
checkNumbers(DECISIONS, decisionsThere)

for (const record of decisions.join('\n').split(/^## /m).slice(1)) {
  const [title, ...text] = record.split('\n')
  const words = text.join(' ').split(/\s+/).filter(Boolean)
  if (words.length > MOST_WORDS) problems.push(`${DECISIONS}: ${title} has more than ${MOST_WORDS} words`)
}
for (const [file, lines] of [
  [RULES, rules],
  [DECISIONS, decisions],
])
  for (const [i, line] of lines.entries()) if (line.length > MOST_COLUMNS) problems.push(`${file}:${i + 1}: more than ${MOST_COLUMNS} columns`)

/** Matches a citation only between spaces, brackets or quotes, since ids and base64 may contain the same characters. */
const alone = (citation) => new RegExp(`(?<=^|[\\s(\\['"\`])(?:${citation})(?=$|[\\s)\\].,:;'"\`])`, 'g')
const OF_RULES = alone('R(\\d+)')
const OF_DECISIONS = alone('DECISIONS(?:\\.md)?,? (\\d+)')
/** Citations of pages that are not in the repository. */
const OF_NOTHING = [
  /\b[Dd]ecisions? \d+/g,
  /\u00a7/g,
  /\b(?:api|architecture|checklist|decisions|quality|specification)\.md\b/g,
  alone('[DI]\\d{1,2}'),
]

const TEXT = /\.(?:css|html|js|json|md|mjs|mts|sh|sql|ts|tsx|yml)$|^(?:Dockerfile|\.env\.example)$/
const inFolder = (folder) =>
  existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)) : []
const files = [
  ...readdirSync(root).filter((name) => name !== 'package-lock.json'),
  ...['modules', 'projections', 'scripts', 'web-admin', 'pay-widget'].flatMap(inFolder),
].filter((file) => TEXT.test(file) && !file.startsWith('pay-widget/releases'))

/** Migrations never change, and the calls of the client are generated. */
const KEPT = /\/migrations\/|client\/calls\.ts$/
const COMMENT = { code: /^\s*(?:\/\/|\/?\*|\{\/\*)/, sql: /^\s*--/ }
for (const file of files.filter((name) => /\.(?:mjs|sql|tsx?)$/.test(name) && !KEPT.test(name)))
  for (const [i, line] of linesOf(file).entries())
    if (line.length > MOST_COLUMNS && COMMENT[file.endsWith('.sql') ? 'sql' : 'code'].test(line))
      problems.push(`${file}:${i + 1}: a comment of more than ${MOST_COLUMNS} columns`)

/** Their citations are examples. */
const EXAMPLES = /citations\.(?:mjs|test\.ts)$/
let count = 0
const rulesCited = new Set()
for (const file of files)
  for (const [i, line] of linesOf(file).entries()) {
    const lost = (citation, why) => problems.push(`${file}:${i + 1}: ${citation} ${why}`)
    for (const [citation, number] of line.matchAll(OF_RULES)) {
      count += 1
      if (!rulesThere.includes(Number(number))) lost(citation, `is not in ${RULES}`)
      if (!file.endsWith('.md') && !EXAMPLES.test(file)) rulesCited.add(Number(number))
    }
    for (const [citation, number] of line.matchAll(OF_DECISIONS)) {
      count += 1
      if (!decisionsThere.includes(Number(number))) lost(citation, `is not in ${DECISIONS}`)
    }
    for (const other of OF_NOTHING) for (const [citation] of line.matchAll(other)) lost(citation, `leads nowhere: cite a rule, or say it in words`)
  }

for (const number of rulesThere) if (!rulesCited.has(number)) problems.push(`${RULES}: no code or test cites R${number}`)

console.log(
  problems.length === 0 ? `${count} citations of ${rulesThere.length} rules and ${decisionsThere.length} decisions resolve` : problems.join('\n'),
)
process.exit(problems.length === 0 ? 0 : 1)
