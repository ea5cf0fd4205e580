import { type ChurchSite, startChurchSite } from '../e2e/church-site.ts'
import { payableBills } from '../faults/payable.ts'
import { memberCsv } from './people.ts'
import { freePort, type Product, startProduct, temporaryFolder } from './product.ts'
import { treasurerAt } from './treasurer.ts'

export const FRAMES = 200

/** The product with payable bills, and a site on another host that may frame them. */
export type WebTestBed = Readonly<{
  product: Product
  site: ChurchSite
  /** Bills that accept cards, bank debits and three manual methods. */
  bills: readonly string[]
  bill: string
  manual: string
}>

const METHODS = {
  Zelle: { isEnabled: true, zelleContact: 'treasurer@bench.example' },
  Venmo: { isEnabled: true, venmoHandle: '@bench' },
  Wire: { isEnabled: true, bankName: 'First Prairie Bank', accountName: 'Synod', routingNumber: '123123123', accountNumber: '000987654321' },
}

export const onWebTestBed = async <Result>(work: (bed: WebTestBed) => Promise<Result>): Promise<Result> => {
  const { dir, remove } = temporaryFolder('bench-web')
  const flags = process.env.PROF ? process.env.PROF.split(' ') : []
  const product = await startProduct({ dir, port: await freePort(), env: { RATE_LIMIT_FACTOR: '1000000' }, flags })
  const site = await startChurchSite(product.base)
  try {
    const treasurer = await treasurerAt(product.base)
    await treasurer.client.put(`/networks/${treasurer.networkId}`, { embedOrigins: [site.origin] })
    const bills = await payableBills({ treasurer, product: () => product }, FRAMES, { methods: METHODS })
    const byHand = await treasurer.program('By hand')
    await treasurer.client.upload(byHand, memberCsv(1, FRAMES + 1))
    const [manual] = await treasurer.client.all<{ id: string }>(`/assessment-bills?assessmentProgramId=${byHand}`)
    const [bill] = bills
    if (!bill || !manual) throw new Error('no bills')
    return await work({ product, site, bills, bill, manual: manual.id })
  } finally {
    await site.stop()
    await product.stop()
    remove()
  }
}
