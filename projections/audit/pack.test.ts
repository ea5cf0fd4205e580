import { Uint8ArrayReader } from '@zip.js/zip.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { effectsInWords, openBooks, TOUCHING } from '../../modules/audit/books.ts'
import { checkpointText, originOf } from '../../modules/audit/checkpoint.ts'
import { leafHash, lineOf } from '../../modules/audit/leaf.ts'
import { provePayment } from '../../modules/audit/routes.ts'
import { parseVerifierKey, type VerifierKey } from '../../modules/audit/signed-note.ts'
import { signingKey } from '../../modules/audit/signing-key.ts'
import { problemText } from '../../modules/audit/verify/report.ts'
import { verifyFiles } from '../../modules/audit/verify/verify-files.ts'
import { instantOf } from '../../modules/kernel/dates.ts'
import { NetworkId, PaymentId } from '../../modules/kernel/ids.ts'
import type { RecordedEvent } from '../../modules/platform/event-store/event-store.ts'
import { network } from '../../scripts/testing/event-fixtures.ts'
import {
  type Files,
  fixtureEvents,
  grown,
  listAnew,
  packOf,
  rootsAmong,
  sha256,
  signAnew,
  signerOf,
  signManifest,
  textOf,
  unzip,
  zipOf,
} from '../../scripts/testing/packs.ts'

const OTHER = '00000000-0000-4000-8000-000000000002'
const key = (seed: number) => parseVerifierKey(signingKey(Buffer.alloc(32, seed)).verifierKey(network)) as VerifierKey

let events: readonly RecordedEvent[]
let span: Readonly<{ opening: number; closing: number }>
let pack: Uint8Array
beforeAll(async () => {
  events = await fixtureEvents()
  const [, second = 0] = events.flatMap(({ type }, i) => (type === 'BillIssued' ? [i] : []))
  span = { opening: second + 1, closing: second + 51 }
  pack = await packOf(events, { network, ...span })
})

const verified = (packs: readonly Uint8Array[], givenKeys: readonly VerifierKey[] = [key(1)]) => {
  const [one, other] = packs.map((bytes) => new Uint8ArrayReader(bytes)) as [Uint8ArrayReader, Uint8ArrayReader?]
  return verifyFiles(other ? [one, other] : [one], givenKeys)
}
const problemsOf = async (packs: readonly Uint8Array[], givenKeys?: readonly VerifierKey[]) =>
  (await verified(packs, givenKeys)).flatMap(({ problems }) => problems)
const saidOf = async (packs: readonly Uint8Array[], givenKeys?: readonly VerifierKey[]) => (await problemsOf(packs, givenKeys)).map(problemText)

test('accepts packs of any span, from a history with every kind of event', async () => {
  for (let opening = 0; opening <= events.length; opening += 11)
    for (let closing = opening; closing <= events.length; closing += 37)
      expect([opening, closing, await saidOf([await packOf(events, { network, opening, closing })])]).toEqual([opening, closing, []])
})

test('the format description gives the effect of every event that touches a bill', async () => {
  const books = openBooks()
  for (const event of events) books.apply(event)
  const touching = new Set([...books.movements.values()].flatMap((ofProgram) => [...ofProgram.keys()]))
  expect(touching.size).toBeGreaterThan(15)
  expect([...touching].sort()).toEqual([...TOUCHING].sort())
  await expect(`${effectsInWords()}
`).toMatchFileSnapshot('../../modules/audit/effects.md')
})

test('a verifier lists which claims are proved and which are not', async () => {
  const [{ proved, open } = { proved: [], open: [] }] = await verified([pack], [])
  expect(proved[0]).toBe(
    `The 50 events are exactly numbers ${span.opening + 1} to ${span.closing} of network ${network}, unchanged, complete and in order.`,
  )
  expect(open.join('\n')).toMatch(/opening figures rest on earlier events.*Whose key that is.*not prove that every payment was recorded at all/s)
  const [whole] = await verified([await packOf(events, { network })])
  expect(whole?.proved.at(-1)).toBe("The pack begins with the network's first event, so every sum was added up from nothing.")
  expect(whole?.open.join('\n')).not.toMatch(/opening figures|Whose key/)
})

test('finds each of 200 random changes, and its place', async () => {
  let state = 7
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
  const original = await unzip(pack)
  const names = [...original.keys()]
  const tables = names.filter((name) => name.endsWith('.csv') && /\n.*\d/.test(textOf(original.get(name))))
  const linesIn = (files: Files, name: string) => textOf(files.get(name)).split('\n').slice(0, -1)
  const write = (files: Files, name: string, lines: readonly string[]) => void files.set(name, Buffer.from(lines.map((line) => `${line}\n`).join('')))
  const changeLines = (change: (lines: string[], at: number) => void) => (files: Files) => {
    const lines = linesIn(files, 'events.jsonl')
    change(lines, random(lines.length - 1))
    write(files, 'events.jsonl', lines)
    return 'events.jsonl'
  }
  const kinds: Record<string, (files: Files) => string> = {
    'a byte changed': (files) => {
      const name = names[random(names.length)] as string
      const bytes = Uint8Array.from(files.get(name) ?? [])
      const at = random(bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 + random(255))
      files.set(name, bytes)
      return name
    },
    'two lines swapped': changeLines((lines, at) => lines.splice(at, 2, lines[at + 1] as string, lines[at] as string)),
    'a line cut': changeLines((lines, at) => lines.splice(at, 1)),
    'the end cut': changeLines((lines, at) => lines.splice(at)),
    'a line twice': changeLines((lines, at) => lines.splice(at, 0, lines[at] as string)),
    'a line added': changeLines((lines, at) => lines.splice(at, 0, (lines[at] as string).replace(/"id":"[^"]+"/, `"id":"${OTHER}"`))),
    'an event of another network': changeLines((lines, at) => {
      lines[at] = (lines[at] as string)
        .replace('"data":{', `"data":{"networkId":"${OTHER}",`)
        .replace(/,"networkId":"[^"]+4000-8000-000000000001"/, '')
    }),
    'a number in an event': changeLines((lines, at) => {
      lines[at] = (lines[at] as string).replace(/"revision":(\d+)/, (_, revision) => `"revision":${Number(revision) + 1 + random(5)}`)
    }),
    'a digit in a table': (files) => {
      const name = tables[random(tables.length)] as string
      const lines = linesIn(files, name)
      const digits = lines.flatMap((line, at) => (at > 0 && /\d/.test(line) ? [at] : []))
      const at = digits[random(digits.length)] as number
      const places = [...(lines[at] as string).matchAll(/\d/g)]
      const place = places[random(places.length)]?.index ?? 0
      const line = lines[at] as string
      lines[at] = `${line.slice(0, place)}${(Number(line[place]) + 1 + random(8)) % 10}${line.slice(place + 1)}`
      write(files, name, lines)
      return name
    },
    'a row cut': (files) => {
      const name = tables[random(tables.length)] as string
      const lines = linesIn(files, name)
      lines.splice(1 + random(lines.length - 1), 1)
      write(files, name, lines)
      return name
    },
    'the manifest': (files) => {
      const manifest = JSON.parse(textOf(files.get('manifest.json')))
      const field = ['network', 'from', 'to', 'madeAt', 'key', 'format'][random(6)] as string
      manifest[field] =
        { network: OTHER, key: signingKey(Buffer.alloc(32, 2)).verifierKey(network), format: 'vestry-audit-pack/2' }[field] ??
        instantOf(1_000 * random(1e6) + 1)
      if (random(2) === 0) manifest.closing.size += 1
      files.set('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
      return 'manifest.json'
    },
    'a file less': (files) => {
      const name = names[random(names.length)] as string
      files.delete(name)
      return name
    },
    'a file more': (files) => {
      files.set('opening/more.csv', Buffer.from('more\n'))
      return 'opening/more.csv'
    },
  }
  const found: string[] = []
  for (let i = 0; i < 200; i += 1) {
    const kind = Object.keys(kinds)[i % Object.keys(kinds).length] as string
    const files = new Map(original)
    const place = kinds[kind]?.(files) ?? ''
    const cover = files.size === original.size && place !== 'manifest.json' && place !== 'manifest.note' ? random(3) : 0
    if (cover === 1) listAnew(files)
    if (cover === 2) signAnew(files, 2)
    const said = await problemsOf([await zipOf(files)])
    // A change with adjusted checksums fails at the signature. If a file shows the change itself, that is reported,
    // too.
    const places = [place, ...(cover === 1 ? ['manifest.json'] : []), ...(cover === 2 ? ['manifest.note'] : [])]
    if (said.some(({ file }) => places.includes(file))) found.push(kind)
    else expect([i, kind, place, cover, said.map(problemText)]).toEqual('found with its place')
  }
  expect(found).toHaveLength(200)
})

test('finds a changed byte anywhere in the zip file, unless it changes no file in it', async () => {
  const files = await unzip(pack)
  let harmless = 0
  for (let at = 3; at < pack.length; at += Math.floor(pack.length / 150)) {
    const changed = Uint8Array.from(pack)
    changed[at] = (changed[at] ?? 0) ^ 0x55
    if ((await problemsOf([changed])).length > 0) continue
    harmless += 1
    for (const [name, bytes] of await unzip(changed))
      expect([at, name, sha256(bytes)]).toEqual([at, name, sha256(files.get(name) ?? new Uint8Array())])
  }
  expect(harmless).toBeLessThan(40)
})

test('names the place: a line of an event, a row of a table, the note of a manifest', async () => {
  const change = async (name: string, from: RegExp, to: string) => {
    const files = await unzip(pack)
    files.set(name, Buffer.from(textOf(files.get(name)).replace(from, to)))
    return saidOf([await zipOf(files)])
  }
  const line = events.slice(span.opening, span.closing).findIndex(({ type }) => type === 'PaymentRecorded') + 1
  expect(line).toBeGreaterThan(0)
  expect((await change('events.jsonl', /("amount":)\d+(?=.*PaymentRecorded)/, '$17'))[0]).toBe(
    `events.jsonl, line ${line}: is not the event that was recorded here: it was changed, moved, added, or one before it was cut.`,
  )
  expect((await change('closing/bills.csv', /\d\.\d\d,/, '9.99,')).join('\n')).toMatch(
    /^closing\/bills\.csv, line 2: says ".*", and the events give "/m,
  )
  expect(await change('manifest.note', /\n— .*/, '\n— nobody AAAA')).toEqual(['manifest.note: is not signed with the key.'])
})

test('refuses a pack signed with a new key if the key is given, and does not trust it if none is given', async () => {
  const files = await unzip(pack)
  signAnew(files, 2)
  const forged = await zipOf(files)
  expect(await saidOf([forged])).toEqual(expect.arrayContaining(['manifest.note: is not signed with the key.']))
  const [{ problems, open } = { problems: [], open: [] }] = await verified([forged], [])
  expect([problems, open.some((text) => text.startsWith('Whose key that is.'))]).toEqual([[], true])
  expect(await saidOf([pack, forged], [])).toEqual(['manifest.json: is signed with another key than the other pack.'])
})

const edit = (files: Files, name: string, change: (text: string) => string) => void files.set(name, Buffer.from(change(textOf(files.get(name)))))
/** Changes the last digit of a table's line. */
const falsify = (name: string) => (files: Files) =>
  edit(files, name, (text) => text.replace(/(\d)(\D*)$/, (_, digit, rest) => `${(Number(digit) + 1) % 10}${rest}`))
const headAnew = (change: Partial<{ origin: string; size: number }>, seed: number) => (files: Files) =>
  edit(files, 'checkpoint-closing.txt', (text) => {
    const [origin = '', size = '', root = ''] = text.split('\n')
    return signingKey(Buffer.alloc(32, seed)).sign(
      network,
      checkpointText({ origin, size: Number(size), root: Buffer.from(root, 'base64'), ...change }),
    )
  })
const proofAnew = (field: 'frontier' | 'consistency') => (files: Files) =>
  edit(files, 'proof.json', (text) => {
    const proof = JSON.parse(text)
    proof[field][0] = Buffer.alloc(32, 9).toString('base64')
    return `${JSON.stringify(proof, null, 1)}\n`
  })
const swap = (name: string) => (files: Files) =>
  edit(files, name, (text) => {
    const [head, one, two, ...rest] = text.split('\n')
    return [head, two, one, ...rest].join('\n')
  })

// Each of these packs is signed as a whole with the right key, so only the named check can find the change.
test.each<[string, (files: Files) => void, RegExp]>([
  ['a head under another key', headAnew({}, 2), /^checkpoint-closing\.txt: is not signed with the key/],
  [
    'a head of another size',
    (files) => headAnew({ size: span.closing + 1 }, 1)(files),
    /^checkpoint-closing\.txt: is of \d+ events, and the manifest says/,
  ],
  ['a head of another network', headAnew({ origin: `vestry/${OTHER}` }, 1), /^checkpoint-closing\.txt: is the head of vestry/],
  ['a proof of another beginning', proofAnew('consistency'), /^proof\.json: does not show that the closing head extends/],
  ['another tree before the span', proofAnew('frontier'), /^proof\.json: its frontier does not make the opening head/],
  ['an event less', (files) => edit(files, 'events.jsonl', (text) => text.replace(/[^\n]*\n$/, '')), /^events\.jsonl: its lines do not lead/],
  ['opening figures', falsify('opening/figures.csv'), /^opening\/figures\.csv, line \d+: says/],
  ['opening bills in another order', swap('opening/bills.csv'), /^opening\/bills\.csv, line 3: .* is not in order/],
  [
    'an opening balance',
    (files) => edit(files, 'opening/bills.csv', (text) => text.replace(/,Unpaid,|,Partial,|,Paid,/, ',Archived,')),
    /^opening\/bills\.csv, line \d+: the balance of bill/,
  ],
  ['closing bills', falsify('closing/bills.csv'), /^closing\/bills\.csv, line \d+: says/],
  ['closing payments', falsify('closing/payments.csv'), /^closing\/payments\.csv, line \d+: says/],
  ['closing figures', falsify('closing/figures.csv'), /^closing\/figures\.csv, line \d+: says/],
  ['the control sheet', falsify('control.csv'), /^control\.csv, line \d+: says/],
])('finds %s, although the manifest is signed again with the right key', async (_, change, expected) => {
  const files = await unzip(pack)
  change(files)
  signManifest(files, 1)
  expect(await saidOf([await zipOf(files)])).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
})

test("finds figures before the first event, misordered events, and a table that differs from the previous pack's closing one", async () => {
  const early = await unzip(await packOf(events, { network, opening: 0, closing: span.closing }))
  for (const name of ['opening/bills.csv', 'opening/payments.csv', 'opening/figures.csv'])
    early.set(name, (await unzip(pack)).get(name) ?? new Uint8Array())
  signManifest(early, 1)
  expect(await saidOf([await zipOf(early)])).toContain('opening/figures.csv: has figures, though no event came before.')

  const at = events.findLastIndex(({ revision }, i) => i < span.closing && revision > 1)
  const stream = events[at]?.stream
  const again = await packOf(
    events.map((event, i) => (i === at ? { ...event, revision: 0 } : event)),
    { network, opening: 0, closing: span.closing },
  )
  expect((await saidOf([again]))[0]).toMatch(new RegExp(`^events\\.jsonl, line ${at + 1}: is event 0 of ${stream}, behind its event \\d+`))

  // The bill was already paid by check when the later pack begins.
  const paid = events.findIndex(({ type, data }) => type === 'PaymentRecorded' && data.method === 'check') + 1
  const [earlier, next] = [
    await packOf(events, { network, opening: 0, closing: paid }),
    await unzip(await packOf(events, { network, opening: paid, closing: paid + 2 })),
  ]
  for (const name of ['opening/payments.csv', 'closing/payments.csv']) edit(next, name, (text) => text.replace(',check,', ',cash,'))
  signManifest(next, 1)
  const later = await zipOf(next)
  expect(await saidOf([later])).toEqual([])
  expect(await saidOf([earlier, later])).toEqual(['opening/payments.csv: is not what the other pack ends with.'])
})

test("a proof of a payment with another key, or with another network's head, proves nothing", async () => {
  const index = events.findIndex(({ type }) => type === 'PaymentRecorded')
  const signer = signingKey(Buffer.alloc(32, 1))
  const { stream, revision } = events[index] as RecordedEvent
  const proof = await provePayment(
    { store: { read: async () => events.filter((event) => event.stream === stream) }, key: signer },
    { network: NetworkId.parse(network), id: PaymentId.parse(OTHER) },
    {
      payment: async () => ({ stream, revision, index }),
      size: events.length,
      rootsOf: rootsAmong(events.map((event) => leafHash(lineOf(event)))),
    },
  )
  const said = (given: object, givenKeys: VerifierKey) => saidOf([Buffer.from(JSON.stringify(given))], [givenKeys])
  expect(await said(proof, key(1))).toEqual([])
  expect(await said(proof, key(2))).toEqual(['the proof: its checkpoint is not signed with the key.'])
  const [, size, root = ''] = proof.checkpoint.split('\n')
  const checkpoint = signer.sign(network, checkpointText({ origin: `vestry/${OTHER}`, size: Number(size), root: Buffer.from(root, 'base64') }))
  expect(await said({ ...proof, checkpoint }, key(1))).toEqual([`the proof: its checkpoint is the head of vestry/${OTHER}.`])
})

test("finds another network's events although they are signed with the right key", async () => {
  const strange = events.map((event) => ({ ...event, data: JSON.parse(JSON.stringify(event.data).replaceAll(network, OTHER)) }))
  const at = span.opening + 20
  const mixed = [...events.slice(0, at), strange.find(({ type }, i) => i >= at && type === 'PayoutNoted') as RecordedEvent, ...events.slice(at)]
  expect((await saidOf([await packOf(mixed, { network, ...span })]))[0]).toBe(`events.jsonl, line 21: is an event of network ${OTHER}.`)
})

test('compares two packs: consecutive, overlapping, with a gap, rewritten by the holder of the key, of another network', async () => {
  const leaves = events.map((event) => leafHash(lineOf(event)))
  const earlier = await packOf(events, { network, opening: 0, closing: 60 })
  const next = await packOf(events, { network, opening: 60, closing: 120 })
  const overlapping = await packOf(events, { network, opening: 30, closing: 120 })
  for (const later of [next, overlapping, earlier]) {
    expect(await saidOf([earlier, later])).toEqual([])
    expect(await saidOf([later, earlier])).toEqual([])
  }
  const [, second] = await verified([earlier, next])
  expect(second?.proved).toContain('The later pack only extends the earlier one: up to event 60 both hold the same record.')
  expect(second?.proved).toContain('The later pack opens with the tables that the earlier one closes with.')

  const gap = await packOf(events, { network, opening: 61, closing: 120 })
  expect(await saidOf([earlier, gap])).toEqual([
    'manifest.json: begins with event 62, and the other pack ends with 60: make a pack that holds what lies between.',
  ])

  const seal = (size: number) =>
    signingKey(Buffer.alloc(32, 1)).sign(network, checkpointText({ origin: originOf(network), size, root: grown(leaves.slice(0, size)).root() }))
  const rewritten = events.map((event, i) => (i === 20 ? { ...event, data: { ...event.data, note: 'added later' } } : event))
  for (const opening of [0, 30, 60]) {
    const later = await packOf(rewritten, { network, opening, closing: 120 })
    expect(await saidOf([later])).toEqual([])
    expect(await saidOf([earlier, later])).toEqual([
      'events.jsonl: its record up to event 60 is not that of the other pack: one of them was rewritten.',
    ])
    expect(await saidOf([later, Buffer.from(seal(100))])).toEqual([
      'the seal: was made of other events: one of the first 100 was changed, added or taken away since it was signed.',
    ])
    expect(await saidOf([await packOf(events, { network, opening, closing: 120 }), Buffer.from(seal(100))])).toEqual([])
  }

  const lines: string[] = JSON.parse(JSON.stringify(events.map(lineOf)).replaceAll(network, OTHER))
  const strange = lines.map((line, i) => ({ ...JSON.parse(line), position: BigInt(i) }))
  expect(await saidOf([earlier, await packOf(strange, { network: OTHER, opening: 60, closing: 120 })], [])).toEqual([
    `manifest.json: is of network ${OTHER}, and the other pack of ${network}.`,
  ])
})

describe('after a change of the key (R109)', () => {
  const [old, anew] = [key(1), key(2)]
  const leavesTo = (size: number) => grown(events.slice(0, size).map((event) => leafHash(lineOf(event)))).root()
  const sealBy = (size: number, ...seeds: [number, ...number[]]) =>
    Buffer.from(signerOf(seeds).sign(network, checkpointText({ origin: originOf(network), size, root: leavesTo(size) })))
  let before: Uint8Array
  let after: Uint8Array
  beforeAll(async () => {
    before = await packOf(events, { network, closing: 60 })
    after = await packOf(events, { network, closing: 120, seeds: [2, 1] })
  })

  test('old signatures verify with the old key, new ones with either key, and both with all keys or none', async () => {
    for (const givenKeys of [[old], [old, anew], [anew, old], []])
      expect([givenKeys.length, await saidOf([before], givenKeys)]).toEqual([givenKeys.length, []])
    for (const givenKeys of [[old], [anew], [anew, old], []]) expect(await saidOf([after], givenKeys)).toEqual([])
    for (const givenKeys of [[old], [anew, old], []])
      for (const both of [
        [before, after],
        [after, before],
      ] as const)
        expect(await saidOf(both, givenKeys)).toEqual([])
    expect(await saidOf([before], [anew])).toContain('manifest.note: is not signed with the key.')
    expect(await saidOf([after], [key(3)])).toContain('manifest.note: is not signed with the key.')
    const [report] = await verified([after], [old])
    expect(report?.proved).toContain(`What is signed with it names the network's newest key: note ${signerOf([2]).verifierKey(network)}, too.`)
  })

  test('compares an old seal with a new pack, and a later seal with an earlier pack', async () => {
    const fits = 'The seal fits: none of the first 60 events was changed, added or taken away since it was signed.'
    const provedBy = async (files: readonly Uint8Array[], givenKeys: readonly VerifierKey[]) => (await verified(files, givenKeys))[0]
    for (const givenKeys of [[old], [anew, old]]) expect((await provedBy([after, sealBy(60, 1)], givenKeys))?.proved).toContain(fits)
    for (const givenKeys of [[old], [anew], [anew, old], []]) expect((await provedBy([after, sealBy(60, 2, 1)], givenKeys))?.proved).toContain(fits)
    for (const givenKeys of [[old], []]) expect((await provedBy([before, sealBy(60, 2, 1)], givenKeys))?.proved).toContain(fits)
    // Without the signing key the signature is neither wrong nor proved.
    for (const givenKeys of [[anew], []]) {
      const report = await provedBy([after, sealBy(60, 1)], givenKeys)
      expect([report?.problems, report?.open]).toEqual([
        [],
        expect.arrayContaining([expect.stringMatching(/^Whether the seal fits: it was signed with an earlier key/)]),
      ])
      expect(report?.proved).not.toContain(fits)
    }
    for (const givenKeys of [[old], [anew], [anew, old], []])
      expect(await saidOf([after, sealBy(60, 3)], givenKeys)).toEqual(['the seal: is not signed with the key.'])
  })

  test('finds changes with every key, even those made by someone who has only the old key', async () => {
    const files = await unzip(after)
    falsify('closing/bills.csv')(files)
    for (const givenKeys of [[old], [anew], [anew, old], []]) expect(await saidOf([await zipOf(files)], givenKeys)).not.toEqual([])
    const rewritten = events.map((event, i) => (i === 20 ? { ...event, data: { ...event.data, note: 'added later' } } : event))
    const forged = await packOf(rewritten, { network, closing: 120, seeds: [1] })
    expect(await saidOf([forged], [anew])).toContain('manifest.note: is not signed with the key.')
    for (const givenKeys of [[old], [anew, old], []])
      expect(await saidOf([after, forged], givenKeys)).toEqual([
        'events.jsonl: its record up to event 120 is not that of the other pack: one of them was rewritten.',
      ])
    const strangers = await packOf(events, { network, closing: 120, seeds: [4, 3] })
    expect(await saidOf([before, strangers], [])).toEqual(['manifest.json: is signed with another key than the other pack.'])
  })
})

test.each(['', 'PK', 'not a zip file'])('rejects %j as a pack', async (content) => {
  expect((await problemsOf([Buffer.from(content)]))[0]).toMatchObject({ file: 'the zip file' })
})
