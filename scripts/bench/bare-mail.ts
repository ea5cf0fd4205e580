// The limit for a launch: pooled nodemailer that feeds an SMTP server, and nothing else.
import { createTransport } from 'nodemailer'
import { renderLetter } from '../../modules/platform/mail/letter.ts'

const [url = '', count = '0', round = '0'] = process.argv.slice(2)
const letter = renderLetter({
  subject: 'Dues: $250.00 due Dec 31, 2099',
  heading: 'Network of treasurer@bench.example',
  paragraphs: ['Dear Rebekah,', 'Here is your bill for Dues.'],
  amount: { figure: '$250.00', caption: 'Due Dec 31, 2099' },
  action: { label: 'View and pay', url: 'http://localhost:3000/pay/AAAAAAAAAAAAAAAAAAAAAA' },
  closing: "No account needed. You can pay by Zelle; if you have paid already, tell us there with 'I have sent this payment'.",
  reason: 'This bill was sent to somebody@example.org for Network of treasurer@bench.example.',
  unsubscribe: { label: 'Stop reminders', url: `http://localhost:3000/reminders/${'x'.repeat(117)}` },
})
const transport = createTransport({ url, pool: true, maxConnections: 8, maxMessages: Number.POSITIVE_INFINITY })
process.send?.('start')
await Promise.all(
  Array.from({ length: Number(count) }, (_, i) =>
    transport.sendMail({
      from: { name: 'Network', address: 'billing@vestry.example' },
      to: { name: '', address: `bare${i}@example.org` },
      ...letter,
      messageId: `<bare-${round}-${i}@vestry.example>`,
    }),
  ),
)
transport.close()
process.disconnect?.()
