import { answersChecked } from './answers.ts'
import { expect, signIn, test } from './test.ts'

test('reports a response that breaks its contract, in every browser context', async ({ browser, product, admin }) => {
  const context = await browser.newContext({ baseURL: product.url })
  const broken = answersChecked(context, product.url)
  const page = await context.newPage()
  await signIn(page, admin.email)
  await page.goto('/members')
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
  await page.waitForLoadState('load')
  expect(await broken()).toEqual([])

  const member = { id: 'not-an-id', kind: 'individual', name: 'Ruth Bell', balance: '12.50' }
  const pagination = { page: 1, pageSize: 10, totalPages: 1, totalItems: 1 }
  await page.route('**/api/members?*', (route) => route.fulfill({ json: { data: [member], pagination } }))
  const answered = page.waitForResponse('**/api/members?*')
  await page.reload()
  await answered
  await expect
    .poll(broken)
    .toEqual([expect.stringMatching(/^GET \/api\/members answered 200, which breaks its contract: .*\/balance must be number/)])

  await page.route('**/api/members?*', (route) => route.fulfill({ status: 409, json: { message: 'No.', code: 'not-active' } }))
  const refused = page.waitForResponse('**/api/members?*')
  await page.reload()
  await refused
  await expect
    .poll(async () => (await broken()).at(-1))
    .toMatch(/^GET \/api\/members answered 409, which breaks its contract: .*\/code must be equal to one of the allowed values/)
  await context.close()
})
