import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = ['modules', 'projections', 'web-admin', 'pay-widget', 'scripts']
const SCREENS = /^(web-admin|pay-widget)\//
/** Migrations that have run keep the names that they have. */
const RECORDED = /\/migrations\//

const notColumn = readFileSync(path.join(root, 'modules/GLOSSARY.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').at(-2) ?? '')
const replacedIn = (quoted: RegExp): string[] => notColumn.flatMap((cell) => [...cell.matchAll(quoted)].map(([, words]) => words ?? ''))

/** The words of a name: 'dueDate' yields ' due date '. */
const wordsOf = (name: string): string =>
  ` ${name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()} `

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/node_modules|\/dist(\/|$)/.test(entry.parentPath))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
)
const codeOf = (file: string): string => readFileSync(path.join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const code = files.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, codeOf(file)] as const)

test('names and files avoid the words that the glossary replaces', () => {
  const replaced = replacedIn(/`([^`]+)`/g)
  expect(replaced).toContain('happening')
  const named = [
    ...files.filter((file) => !RECORDED.test(file)).map((file) => [file, file] as const),
    ...code.flatMap(([file, text]) =>
      [...text.matchAll(/\b(?:const|let|function|type|interface|class)\s+([\w$]+)/g)].map(([, name]) => [file, name ?? ''] as const),
    ),
  ]
  const found = named.filter(([, name]) => replaced.some((words) => wordsOf(name).includes(` ${words} `)))
  expect(found.map(([file, name]) => `${file}: ${name}`)).toEqual([])
})

test('screens avoid the phrases that the glossary replaces', () => {
  const replaced = replacedIn(/'([^']+)'/g)
  expect(replaced).toContain('stands still')
  const found = code
    .filter(([file]) => SCREENS.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap(([file, text]) => replaced.filter((phrase) => new RegExp(`\\b${phrase}\\b`, 'i').test(text)).map((phrase) => `${file}: ${phrase}`))
  expect(found).toEqual([])
})
