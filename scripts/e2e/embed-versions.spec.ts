import { type ChurchSite, startChurchSite } from './church-site.ts'
import { billsFor } from './embedded.ts'
import { expect, test } from './test.ts'

let site: ChurchSite
test.beforeAll(async ({ product }) => {
  site = await startChurchSite(product.url)
})
test.afterAll(() => site.stop())

type Versions = { newest: string; versions: { version: string; integrity: string }[] }

const tagFor = (url: string, bill: string | undefined, { version, integrity }: Versions['versions'][number]): string =>
  `<script async src="${url}/v${version}.js" integrity="${integrity}" crossorigin="anonymous"></script>
  <vestry-pay bill="${bill}" loading="eager"><a slot="fallback" href="${url}/pay/${bill}">Pay your dues</a></vestry-pay>`

test('each release of the tag shows the current pay page, under its integrity hash', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 1, [site.origin])
  const { newest, versions } = (await (await fetch(`${product.url}/v1.json`)).json()) as Versions
  expect(versions[0]?.version).toBe(newest)
  for (const one of versions) {
    site.show(tagFor(product.url, bills[0]?.id, one))
    await page.goto(site.url)
    await expect(page.frameLocator('vestry-pay iframe').getByRole('heading', { level: 1 })).toHaveText('Annual dues')
    await expect(page.getByRole('link', { name: 'Pay your dues' })).toBeHidden()
  }
})

test('a script that fails its integrity check leaves the link to the pay page', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 1, [site.origin])
  const refused: string[] = []
  page.on('console', (message) => void (/integrity/.test(message.text()) && refused.push(message.text())))
  site.show(tagFor(product.url, bills[0]?.id, { version: '1.0.0', integrity: `sha384-${'A'.repeat(64)}` }))
  await page.goto(site.url)
  await expect.poll(() => refused.length).toBe(1)
  expect(await page.evaluate(() => customElements.get('vestry-pay'))).toBeUndefined()
  await page.getByRole('link', { name: 'Pay your dues' }).click()
  await expect(page).toHaveURL(`${product.url}/pay/${bills[0]?.id}`)
})
