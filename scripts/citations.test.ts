import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

const check = fileURLToPath(new URL('check-citations.mjs', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'vestry-citations-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const RULES = '# Rules\n\n- **R1** A bill is paid once.\n- **R2** A claim moves no figure.\n'
const DECISIONS = '# Decisions\n\n## 1. Events are the truth\n**Decision.** Commands append events.\n'

/** The check's output, by line, for a repository with these pages and this line of code. */
const checked = (code = '// R1, R2', rules = RULES, decisions = DECISIONS): { passes: boolean; said: string[] } => {
  mkdirSync(path.join(folder, 'modules'), { recursive: true })
  writeFileSync(path.join(folder, 'modules/RULES.md'), rules)
  writeFileSync(path.join(folder, 'modules/DECISIONS.md'), decisions)
  writeFileSync(path.join(folder, 'modules/bill.ts'), `${code}\n`)
  const { status, stdout } = spawnSync(process.execPath, [check, folder], { encoding: 'utf8' })
  return { passes: status === 0, said: stdout.trim().split('\n') }
}

test('accepts citations of existing rules and sections, and data that only looks like a citation', () => {
  expect(checked("// Settled once (R1, R2), as DECISIONS 1 says.\nconst ids = 'x/R9+y aR9 R9x _R9'")).toEqual({
    passes: true,
    said: ['3 citations of 2 rules and 1 decisions resolve'],
  })
})

test('rejects a citation without a target, with its file and line', () => {
  const lost: readonly (readonly [code: string, problem: string])[] = [
    ['/** Paid once (R3). */', 'modules/bill.ts:2: R3 is not in modules/RULES.md'],
    ["test('a bill is paid once (R3)', () => {})", 'modules/bill.ts:2: R3 is not in modules/RULES.md'],
    ['// So DECISIONS 2 says.', 'modules/bill.ts:2: DECISIONS 2 is not in modules/DECISIONS.md'],
  ]
  for (const [code, problem] of lost) expect(checked(`// R1, R2\n${code}`), code).toEqual({ passes: false, said: [problem] })
  // Split, so that this file cites nothing itself.
  for (const parts of [['decision', ' 14'], ['api', '.md'], ['I', '6'], ['D', '14'], ['\u00a7']]) {
    const citation = parts.join('')
    const problem = `modules/bill.ts:2: ${citation} leads nowhere: cite a rule, or say it in words`
    expect(checked(`// R1, R2\n/** Paid once (${citation}). */`)).toEqual({ passes: false, said: [problem] })
  }
})

test('rejects a comment of more than 120 columns, but not code', () => {
  const wide = 'x'.repeat(120)
  expect(checked(`// R1, R2\nconst wide = '${wide}'`).passes).toBe(true)
  for (const comment of [`// ${wide}`, `/** ${wide} */`, `/*\n * ${wide} */`])
    expect(checked(`// R1, R2\n${comment}`).said, comment).toEqual([expect.stringMatching(/bill\.ts:[23]: a comment of more than 120 columns$/)])
})

test('rejects a rule that no code cites', () => {
  expect(checked('// Settled once (R1), as DECISIONS 1 says.')).toEqual({ passes: false, said: ['modules/RULES.md: no code or test cites R2'] })
})

test('rejects a number that is repeated or skipped, and a long decision', () => {
  expect(checked(undefined, `${RULES}- **R2** Another.\n`).said).toEqual(['modules/RULES.md: number 2 is there twice'])
  expect(checked('// R2, R3', RULES.replace('R1', 'R3')).said).toEqual(['modules/RULES.md: number 1 is missing'])
  expect(checked(undefined, RULES, DECISIONS + 'Because.\n'.repeat(150)).said).toEqual([
    'modules/DECISIONS.md: 1. Events are the truth has more than 150 words',
  ])
})
