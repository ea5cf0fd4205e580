import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'

type Mail = Readonly<{ subject: string; text: string; replyTo: string[] }>
type Known = Readonly<{
  slug: string
  contactName: string | null
  contactEmail: string | null
  contactPhone: string | null
  postalAddress: string | null
}>

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const contact = {
  contactName: 'Office of the Synod',
  contactEmail: 'office@synod.example',
  contactPhone: '+1 (555) 010-0100 ext. 4',
  postalAddress: '1 Main Street\nElmsworth <PA>',
}

test('shows payors the contact, or else the first Admin, on their page, in their mails and on the find page', async () => {
  const payor = 'ruth@contact.example'
  const { admin, networkId, bills } = await startNetwork(app, { csv: `firstName,lastName,email\nRuth,Bell,${payor}` })
  const billId = bills[0]?.id
  const contactShown = async () => (await app.guest().get<{ data: { contact: object } }>(`/api/assessment-bills/${billId}`)).data.contact
  const page = async (path: string) => (await fetch(`${app.base}${path}`)).text()
  const receipt = async (amount: number) => {
    await admin.post(`/api/assessment-bills/${billId}/receipts`, { amount, method: 'check' })
    const mails = async () => (await app.guest().get<{ data: Mail[] }>(`/api/sandbox/mail?to=${payor}`)).data
    await expect.poll(async () => (await mails())[0]?.subject).toContain(`Receipt: $${amount}.00`)
    return (await mails())[0]
  }

  const settings = await admin.get<Known>(`/api/networks/${networkId}`)
  expect(settings).toMatchObject({ contactName: null, contactEmail: null, contactPhone: null, postalAddress: null })
  const standIn = { name: expect.stringMatching(/\S+ \S+/), email: admin.email, phone: null, address: null }
  expect(await contactShown()).toEqual(standIn)
  expect(await page(`/pay/${billId}`)).toContain(`mailto:${admin.email}`)
  expect((await receipt(1))?.replyTo).toEqual([admin.email])

  const { body, status } = await admin.send<Known>('put', `/api/networks/${networkId}`, { json: contact })
  expect([status, body]).toMatchObject([200, contact])
  expect(await admin.get<Known>(`/api/networks/${networkId}`)).toMatchObject(contact)
  expect(await contactShown()).toEqual({
    name: contact.contactName,
    email: contact.contactEmail,
    phone: contact.contactPhone,
    address: contact.postalAddress,
  })
  const mail = await receipt(2)
  expect(mail?.replyTo).toEqual([contact.contactEmail])
  expect(mail?.text).toContain('Questions? Office of the Synod, office@synod.example, +1 (555) 010-0100')
  for (const path of [`/pay/${billId}`, `/pay/${billId}?lang=es`, `/find/${settings.slug}`]) {
    const html = await page(path)
    expect(html).toContain('mailto:office@synod.example')
    expect(html).toContain('tel:+15550100100"')
    expect(html).toContain('Elmsworth &lt;PA&gt;')
  }

  await admin.send('put', `/api/networks/${networkId}`, { json: { contactName: '', contactEmail: '', postalAddress: '' } })
  expect(await contactShown()).toEqual({ ...standIn, phone: contact.contactPhone })
  // An Admin who opens the bill is the contact.
  expect((await admin.get<{ data: object }>(`/api/assessment-bills/${billId}`)).data).not.toHaveProperty('contact')
})
