import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const plugin = path.join(import.meta.dirname, 'vestry-pay')
const read = (name: string): string => readFileSync(path.join(plugin, name), 'utf8')
const php = readdirSync(plugin).filter((name) => name.endsWith('.php'))
const main = read('vestry-pay.php')
const block = JSON.parse(read('block/block.json')) as {
  name: string
  version: string
  textdomain: string
  editorScript: string
  attributes: Record<string, { type: string; default: string; enum?: string[] }>
}
const found = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? `nothing like ${pattern}`

test('has one version everywhere, and names its requirements', () => {
  const readme = read('readme.txt')
  const version = found(main, /^ \* Version: +(\S+)$/m)
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect([found(main, /VESTRY_PAY_VERSION = '(.+)'/), found(readme, /^Stable tag: (.+)$/m), block.version]).toEqual([version, version, version])
  expect(readme).toContain(`\n= ${version} =\n`)
  for (const field of ['Requires at least', 'Requires PHP', 'License']) {
    const value = found(main, new RegExp(`^ \\* ${field}: +(.+)$`, 'm'))
    expect(found(readme, new RegExp(`^${field}: (.+)$`, 'm')), field).toBe(value)
  }
  // The plugin directory requires a short description after the fields, without markup and of at most 150 characters.
  expect(readme.split('\n\n')[1]?.length).toBeLessThanOrEqual(150)
})

test("supports the tag's attributes in the shortcode, the block and the documentation", () => {
  const observed = [...found(readFileSync(path.join(plugin, '../../embed/loader.ts'), 'utf8'), /observedAttributes = \[(.*)\]/).matchAll(/'(\w+)'/g)]
  const names = observed.map(([, name]) => String(name)).sort()
  const ofShortcode = [...found(main, /shortcode_atts\(\s*array\(([^)]*)\)/).matchAll(/'(\w+)'\s*=>/g)].map(([, name]) => String(name))
  expect(names).toContain('bill')
  expect(ofShortcode.sort()).toEqual(names)
  expect(Object.keys(block.attributes).sort()).toEqual(names)
  for (const name of names) expect(read('readme.txt'), name).toContain(`* \`${name}\`: `)
  for (const [name, { type, default: none, enum: choices }] of Object.entries(block.attributes)) {
    expect([type, none], name).toEqual(['string', ''])
    if (choices) expect(choices, name).toContain('')
  }
})

test('registers everything that its parts refer to', () => {
  expect([block.name, block.textdomain]).toEqual(['vestry/pay', found(main, /Text Domain: +(\S+)/)])
  expect(read('block/editor.js')).toContain(`registerBlockType('${block.name}'`)
  expect(main).toContain(`wp_register_script( '${block.editorScript}'`)
  // The editor's script must declare each `wp` script that it uses.
  const needed = found(read('block/editor.js'), /\(\(\{ (.*) \}\) =>/)
    .split(', ')
    .map((name) => `wp-${found(name, /^(\w+)/).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
  const named = [...found(main, /\$needs = array\((.*)\);/).matchAll(/'([\w-]+)'/g)].map(([, name]) => String(name))
  expect(named).toEqual(needed.sort())
  const option = found(main, /VESTRY_PAY_OPTION += '(\w+)'/)
  expect(read('uninstall.php')).toContain(`delete_option( '${option}' )`)
})

test('runs only in WordPress', () => {
  for (const name of php) expect(read(name), name).toMatch(/\ndefined\( '(?:ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;\n/)
})
