import { words as mailWords } from '../../modules/messages/words.ts'
import { spanish as standIn } from '../../modules/sandbox/stripe/browser/spanish.ts'
import { returnWords } from '../../modules/shared/return-words.ts'
import { sumWords } from '../../modules/shared/sums.ts'
import { autopayPageWords } from '../../pay-widget/autopay/words.ts'
import { findWords } from '../../pay-widget/find/words.ts'
import { mailedWords } from '../../pay-widget/mailed/words.ts'
import { returnedWords } from '../../pay-widget/pay/bill/returned-words.ts'
import { receiptWords as receiptFieldWords } from '../../pay-widget/pay/card/receipt-words.ts'
import { savedWords } from '../../pay-widget/pay/card/saved-words.ts'
import { planWords } from '../../pay-widget/pay/plan/words.ts'
import { listWords } from '../../pay-widget/pay/words/lists.ts'
import { messages } from '../../pay-widget/pay/words/messages.ts'
import { proofWords } from '../../pay-widget/proof/words.ts'
import { receiptWords } from '../../pay-widget/receipt/words.ts'
import { remindersWords } from '../../pay-widget/reminders/words.ts'
import { words as paperWords } from '../../projections/paper/words.ts'
import { accountWords } from '../../web-admin/account/words.ts'
import { footWords } from '../../web-admin/ui/foot-words.ts'

const tables = [
  messages,
  listWords,
  receiptFieldWords,
  planWords,
  returnedWords,
  savedWords,
  accountWords,
  findWords,
  receiptWords,
  proofWords,
  mailedWords,
  remindersWords,
  autopayPageWords,
  footWords,
  returnWords,
  sumWords,
  mailWords,
  paperWords,
]

/** Names used on Spanish pages. They are removed from a text before the search, so that 'Cash' alone is found. */
const names = ['Cash App', '«wire»', '(wire)']
const inBothLanguages = new Set(['ach', 'zelle', 'paypal', 'venmo', 'cashapp', 'cashtag', 'wire', 'total'])

/**
 * Words of most English sentences. 'no', 'he', 'me', 'use', 'once' and 'come' are missing, because they are Spanish
 * words, too.
 */
const common =
  `about account after again all already also amount an and any are as at back bank be because been before below between bill bills but by
  can cannot check church could date day days did does done due each email enter every failed find for from get give goes have help how if in into
  invalid is it its just know last least less letter like link list load loading look mail make message minute missing money month more most must
  name need network never new next nobody not nothing now number of off on only open opening or other our out over page paid paper pay payment
  payments payor payors please press print receipt receipts recorded reminder reminders send sent should show sign since some somebody something
  still take than that the their them then there these they this those through to today tomorrow too try under until up was way we were when
  where whether which while who why will with within without word would wrong year yes yet you your jan apr aug dec`.split(/\s+/)

const SLOT = '¤'
/** Arguments for messages with parameters: a text, the counts that change the wording, and null. */
const samples = [SLOT, 0, 1, 2, null]

const partsOf = (message: unknown): string[] => {
  if (typeof message === 'string') return message.split(/[¤\d]+/)
  if (typeof message === 'function')
    return samples.flatMap((sample) => {
      try {
        return partsOf(message(sample ?? SLOT, sample, sample, sample))
      } catch {
        return []
      }
    })
  return message && typeof message === 'object' ? Object.values(message).flatMap(partsOf) : []
}

const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    .toLowerCase()

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const phrases = [...common, ...[...tables.flatMap(({ en }) => partsOf(en)), ...Object.keys(standIn)].map(plain)]
const wanted = [...new Set(phrases)].filter((phrase) => phrase && phrase !== 'null' && !inBothLanguages.has(phrase))
const longestFirst = wanted.sort((a, b) => b.length - a.length).map(escaped)
const english = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'iu')

const ADDRESS = /https?:\/\/\S+|\S+@\S+/g

export const englishIn = (text: string): string | null => {
  const rest = text.replaceAll(ADDRESS, ' ').replaceAll(/\s+/g, ' ')
  return english.exec(names.reduce((left, name) => left.replaceAll(name, ' '), rest))?.[0] ?? null
}

export const spanishMessages = (): string[] => tables.flatMap(({ es }) => partsOf(es))
