import { PaymentProof } from '../pack-format.ts'
import { verifyPayment } from './verify-payment.ts'

/** The script of /proofs/:token (pay-widget/proof): fetches the proof that the page names, checks it, and shows the outcome. */

const found = (id: string): HTMLElement => document.getElementById(id) as HTMLElement
const show = (id: string): void => {
  for (const each of ['checking', 'holds', 'wrong', 'failed']) found(each).hidden = each !== id
}

const check = async (): Promise<'holds' | 'wrong' | 'failed'> => {
  const answer = await fetch(found('proof').dataset.proof ?? '', { signal: AbortSignal.timeout(20_000) })
  if (!answer.ok) return 'failed'
  const text = await answer.text()
  if (verifyPayment(text, []).problems.length > 0) return 'wrong'
  const { line, index, checkpoint } = PaymentProof.parse(JSON.parse(text))
  const { data, metadata } = JSON.parse(line) as { data: { amount: number }; metadata: { at: string } }
  const lang = document.documentElement.lang
  const [, size] = checkpoint.split('\n')
  const facts: Record<string, string> = {
    amount: new Intl.NumberFormat(lang, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }).format(data.amount / 100),
    entry: `${index + 1} / ${size}`,
    recorded: new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(new Date(metadata.at)),
  }
  for (const place of document.querySelectorAll<HTMLElement>('[data-fact]')) place.textContent = facts[place.dataset.fact ?? ''] ?? ''
  return 'holds'
}

show('checking')
check().then(show, () => show('failed'))
