import type { Span } from './write-pack.ts'

/** README.txt of a pack: explains its contents, and how to verify it, to people who do not know Vestry. */
export const readmeOf = ({ network, from, to, madeAt }: Span, size: Readonly<{ opening: number; closing: number }>): string => `AUDIT PACK

Network   ${network}
Span      from ${from} up to, not including, ${to}
Made      ${madeAt}
Events    ${size.closing - size.opening} (numbers ${size.opening + 1} to ${size.closing} of this network)

What is in it

  events.jsonl       every event of the span, one a line, in the order in which they were recorded
  opening/           bills, payments and figures before the first of these events
  closing/           the same after the last of them
  control.csv        opening + events = closing, for each program and for the whole
  checkpoint-*.txt   the signed heads of the network's record at both ends
  proof.json         what proves that the later head only adds to the earlier one
  lines.txt          the beginning of each event's hash, to name the line that was changed
  manifest.json      every file with its size and SHA-256, signed in manifest.note

How to check it

  Without a network connection, with the page vestry-verify.html (your browser does the work, and sends the file nowhere), or with
  node and the program vestry-verify:

      vestry-verify pack.zip [other-pack.zip] [--key KEY]

  KEY is the network's public key. Ask an administrator for it, or note it when you make the first pack: the one in manifest.json is
  only as good as the file.

Payors are named by their ids. Names, addresses and other personal data are sealed, and stay so: a person who asks to be forgotten
is forgotten in this file too, while every amount and every proof stays valid. In clear is only whom the network tells its payors
to ask, as its pay pages show it.

Amounts are in dollars in the tables, and in cents in the events.
`
