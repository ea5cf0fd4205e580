import { expect, test } from 'vitest'
import { buttonOf, NO_CHOICES, snippetOf, unreadable } from './snippet.ts'

const ORIGIN = 'https://pay.example'

test('contains the script, the tag and a fallback link', () => {
  expect(snippetOf(ORIGIN, 'n1', NO_CHOICES)).toBe(
    `<script async src="https://pay.example/v1.js"></script>
<vestry-pay network="n1">
  <a slot="fallback" href="https://pay.example/find/n1">Pay your bill</a>
</vestry-pay>`,
  )
})

test('contains only the chosen attributes, and escapes the label', () => {
  const chosen = { ...NO_CHOICES, theme: 'light', locale: 'es', label: '"><script>alert(1)</script>', accent: '#5b2a86', radius: '0' } as const
  const snippet = snippetOf(ORIGIN, 'n1', chosen)
  expect(snippet).toContain(
    '<vestry-pay network="n1" theme="light" locale="es" label="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" style="--vestry-pay-accent: #5b2a86; --vestry-pay-radius: 0px">',
  )
  expect(snippet).toContain('>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</a>')
  expect(buttonOf(ORIGIN, 'n1', chosen)).not.toContain('<script>')
  expect(snippetOf(ORIGIN, 'n1', { ...NO_CHOICES, mode: 'button', surface: '#ffffff' })).toContain('<vestry-pay network="n1" mode="button">')
})

test('has a Spanish link to the Spanish page if Spanish is chosen', () => {
  const chosen = { ...NO_CHOICES, locale: 'es' } as const
  for (const html of [snippetOf(ORIGIN, 'n1', chosen), buttonOf(ORIGIN, 'n1', chosen)])
    expect(html).toMatch(/href="https:\/\/pay\.example\/find\/n1\?lang=es"[^>]*>Pagar su factura<\/a>/)
})

test('warns about unreadable colors', () => {
  expect(unreadable({ ...NO_CHOICES, accent: '#ffdd00', surface: '#ffffff', text: '#777777' })).toEqual({
    accent: expect.stringContaining('darker'),
    surface: expect.stringContaining('more contrast'),
  })
  expect(unreadable({ ...NO_CHOICES, accent: '#1f4aa3', surface: '#ffffff', text: '#000000' })).toEqual({})
})

test('includes the integrity hash of a release', () => {
  expect(snippetOf(ORIGIN, 'n1', NO_CHOICES, { version: '1.0.0', integrity: 'sha384-abc' })).toContain(
    '<script async src="https://pay.example/v1.0.0.js" integrity="sha384-abc" crossorigin="anonymous"></script>',
  )
})
