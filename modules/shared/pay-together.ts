type Payable = Readonly<{ paymentProfile: Readonly<{ id: string }> | null; network: Readonly<{ name: string }> }>

/**
 * The accounts to which at least two of the payable bills are paid. The page of the first bill of each offers to pay
 * all of them together (R140).
 */
export const paidTogether = <Bill extends Payable>(payable: readonly Bill[]) => {
  const accounts = new Map<string, Bill[]>()
  for (const bill of payable) {
    const account = bill.paymentProfile?.id
    if (account) accounts.set(account, [...(accounts.get(account) ?? []), bill])
  }
  return [...accounts].flatMap(([account, [first, second]]) => (first && second ? [{ account, first, network: first.network.name }] : []))
}
