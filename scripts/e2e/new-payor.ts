import { DemoClient } from '../../modules/app/demo/client.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import { connect } from './card-form.ts'
import { attach, billsOf, newProgram } from './network.ts'
import { type Admin, newAdmin, newEmail, PASSWORD } from './test.ts'

export type Payor = { host: Admin; api: DemoClient; email: string; bills: Bill[] }

/**
 * A payor with `count` bills in the host's network, each in its own program, which can be paid by card and bank debit.
 */
export const newPayor = async (url: string, count: number): Promise<Payor> => {
  const [host, api, email] = [await newAdmin(url), new DemoClient(url), newEmail('grace')]
  const profile = await connect(host)
  const bills: Bill[] = []
  for (let i = 0; i < count; i += 1) {
    const program = await newProgram(host, { name: `Dues ${i + 1}` })
    await attach(host, program, profile)
    await host.api.upload(program.id, `firstName,lastName,email\nGrace,Hall,${email}`)
    bills.push(...(await billsOf(host.api, program)))
  }
  await api.join({ email, firstName: 'Grace', lastName: 'Hall' }, PASSWORD)
  return { host, api, email, bills }
}
