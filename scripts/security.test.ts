import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const at = (name: string) => new URL(`../${name}`, import.meta.url)
const text = readFileSync(at('modules/SECURITY.md'), 'utf8')

const REQUIREMENTS = 70 + 183

/** A file with its folder, in backticks, optionally with (part of) a test title. */
const named = [...text.matchAll(/`([^`\s/][^`\s]*\/[^`\s]+\.\w+)(?: › ([^`]+))?`/g)].map(([, file = '', title]) => ({ file, title }))

/** The titles of tests and groups in a file: every text that is the first argument of a call. */
const titlesIn = (file: string): string[] =>
  [...readFileSync(at(file), 'utf8').matchAll(/\(\s*(['"`])((?:(?!\1).)+)\1\s*,/g)].map(([, , title = '']) => title)

test('answers every requirement once', () => {
  const answers = [...text.matchAll(/^- \*\*[^*]+\*\* |^Not applicable: [^#]*/gm)]
  const all = answers.flatMap(([answer]) => answer.match(/\d+\.\d+\.\d+/g) ?? [])
  expect(all.filter((number, i) => all.indexOf(number) !== i)).toEqual([])
  expect(all).toHaveLength(REQUIREMENTS)
})

test('no line is longer than 120 columns', () => expect(text.split('\n').filter((line) => line.length > 120)).toEqual([]))

test('names only existing files', () => {
  expect(named.length).toBeGreaterThan(REQUIREMENTS / 2)
  expect(named.map(({ file }) => file).filter((file) => !existsSync(at(file)))).toEqual([])
})

test('names only existing tests', () => {
  const cited = named.filter(({ title }) => title !== undefined)
  expect(cited.length).toBeGreaterThan(REQUIREMENTS / 3)
  const gone = cited.filter(({ file, title = '' }) => !titlesIn(file).some((each) => each.includes(title)))
  expect(gone.map(({ file, title }) => `${file} › ${title}`)).toEqual([])
})
