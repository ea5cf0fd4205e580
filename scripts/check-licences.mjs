// Every installed package must be free to use and to ship, and every direct dependency needs a reason in
// modules/DEPENDENCIES.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const allowed =
  /^(MIT|MIT-0|ISC|0BSD|BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|Python-2\.0|OFL-1\.1|PostgreSQL|WTFPL)$/
/** Weak copyleft is harmless for tools, which are never shipped. */
const toolsOnly = /^(MPL-2\.0)$/
const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))

/** Older packages name their licence in a list, or only by its text. */
const writtenLicence = (folder) => {
  const { license, licenses } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
  if (license || licenses) return license ?? licenses.map(({ type }) => type).join(' OR ')
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  const text = file ? readFileSync(new URL(file, folder), 'utf8') : ''
  if (text.includes('Permission is hereby granted, free of charge')) return 'MIT'
  return text.includes('Redistribution and use in source and binary forms') ? 'BSD' : 'none named'
}

const licenceOf = (at, { license }) => {
  const folder = new URL(`../${at}/`, import.meta.url)
  return license ?? (existsSync(folder) ? writtenLicence(folder) : 'not installed')
}
const free = (licence) =>
  String(licence)
    .replace(/[()]/g, '')
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((one) => allowed.test(one.trim())))

const counts = new Map()
const problems = []
for (const [at, entry] of Object.entries(packages)) {
  if (at === '') continue
  const licence = licenceOf(at, entry)
  counts.set(licence, (counts.get(licence) ?? 0) + 1)
  if (!free(licence) && !toolsOnly.test(licence)) problems.push(`${at}: ${licence}`)
}

/** The product's framework, and types of listed packages, need no line in DEPENDENCIES.md. */
const framework =
  /^(@types\/.*|@eventstore\/db-client|pg|slonik|zod|express|csv-parse|nodemailer|stripe|@stripe\/react-stripe-js|react|react-dom|wouter|jotai|@tanstack\/react-query|react-hook-form|@vanilla-extract\/css|@visx\/.*|rollup|vitest|playwright)$/
const reasons = readFileSync(new URL('../modules/DEPENDENCIES.md', import.meta.url), 'utf8')
const { dependencies, devDependencies } = packages['']
for (const name of Object.keys({ ...dependencies, ...devDependencies }))
  if (!framework.test(name) && !reasons.includes(`\`${name}\``)) problems.push(`${name}: no reason in modules/DEPENDENCIES.md`)
for (const [, name] of reasons.matchAll(/`(@?[\w./-]+)`(?=[,:])/g))
  if (!dependencies[name] && !devDependencies[name]) problems.push(`${name}: in modules/DEPENDENCIES.md, but not a dependency`)

console.log(problems.length === 0 ? [...counts].map(([licence, count]) => `${licence} ${count}`).join(', ') : problems.join('\n'))
process.exit(problems.length === 0 ? 0 : 1)
