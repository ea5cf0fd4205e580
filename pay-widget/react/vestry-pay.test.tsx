import { readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Consumer, compiled, packReact } from '../../scripts/testing/pack.ts'
import { VestryPay, VestryProvider } from './vestry-pay.tsx'

describe('on the server', () => {
  const origin = 'https://pay.example.org/'

  test('renders a link to the pay page', () => {
    expect(renderToString(<VestryPay origin={origin} bill="a/b" locale="es" theme="dark" label="Pay <now>" accent="#5b2a86" radius={8} />)).toBe(
      '<vestry-pay bill="a/b" theme="dark" locale="es" label="Pay &lt;now&gt;" style="--vestry-pay-accent:#5b2a86;--vestry-pay-radius:8px">' +
        '<a slot="fallback" href="https://pay.example.org/pay/a%2Fb?lang=es">Pay &lt;now&gt;</a></vestry-pay>',
    )
  })

  test('renders a link to the form of a network, or the given fallback', () => {
    const drawn = renderToString(
      <VestryProvider origin={origin}>
        <VestryPay network="st-mark" className="dues" fallback={<b>Soon</b>} />
        <VestryPay network="st-mark" />
      </VestryProvider>,
    )
    expect(drawn).toContain('<vestry-pay network="st-mark" class="dues"><div slot="fallback"><b>Soon</b></div></vestry-pay>')
    expect(drawn).toContain('<a slot="fallback" href="https://pay.example.org/find/st-mark">Pay your bill</a>')
    expect(renderToString(<VestryPay origin={origin} network="st-mark" locale="es" />)).toContain('?lang=es">Pagar su factura</a>')
  })

  test('throws an error that names the missing address', () => {
    expect(() => renderToString(<VestryPay bill="b" />)).toThrow('<VestryPay> needs the address of the app')
  })
})

describe('the packed package', () => {
  let consumer: Consumer
  beforeAll(() => {
    consumer = packReact()
  })
  afterAll(() => consumer.remove())

  test('contains the files that its package.json names, and no others', () => {
    const built = ['element', 'loader', 'vestry-pay'].flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`])
    expect([...consumer.files].sort()).toEqual(['LICENSE', 'README.md', ...built, 'package.json'].sort())
    const code = readFileSync(path.join(consumer.folder, 'node_modules/@vestry/react/dist/vestry-pay.js'), 'utf8')
    expect(code.startsWith("'use client'")).toBe(true)
  })

  test.each(['bundler', 'nodenext'])('has types that compile in an app: %s', (moduleResolution) => {
    const module = moduleResolution === 'bundler' ? 'preserve' : 'nodenext'
    const lib = ['es2023', 'dom', 'dom.iterable']
    expect(compiled(consumer, moduleResolution, { module, moduleResolution, lib, target: 'es2022', jsx: 'react-jsx', types: [] })).toBe('')
  })
})
