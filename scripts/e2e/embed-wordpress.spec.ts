import { startChurchSite } from './church-site.ts'
import { billsFor } from './embedded.ts'
import { expect, test } from './test.ts'

test('the output of the WordPress plugin shows a bill and a button', async ({ page, product }) => {
  const site = await startChurchSite(product.url)
  try {
    const { bills } = await billsFor(product.url, 1, [site.origin])
    const bill = bills[0]?.id
    const link = `<a slot="fallback" href="${product.url}/pay/${bill}">Pay your dues</a>`
    // The output of WordPress 6.5 for the block in button mode and of [vestry_pay bill="…" label="…"]; its script comes
    // last. The frame is at the bottom, since it grows under the mouse.
    const tags = [
      `<div class="alignwide wp-block-vestry-pay"><vestry-pay bill="${bill}" mode="button" label="Give now">${link}</vestry-pay></div>`,
      `<vestry-pay bill="${bill}" label="Pay your dues">${link}</vestry-pay>`,
    ]
    const script = `<script src="${product.url}/v1.js" id="vestry-pay-js" async data-wp-strategy="async"></script>`
    site.show(`<div class="entry-content wp-block-post-content">${tags.join('')}</div>${script}`)
    await page.goto(site.url)
    const frame = page.frameLocator('vestry-pay iframe[title="Pay your dues"]')
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Annual dues')
    await expect(page.getByRole('link', { name: 'Pay your dues' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Give now' }).click()
    await expect(page).toHaveURL(`${product.url}/pay/${bill}`)
  } finally {
    await site.stop()
  }
})
